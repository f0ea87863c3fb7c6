import { expect, test, vi } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { OpenDesktop } from './open-desktop.tsx'

/** A server that answers by path; what it is not told of is refused as without a session. */
function server(answers: Record<string, { status?: number; body: unknown }>) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const path = (address as string).replace('/api/v1', '')
    const { status = 200, body } = answers[path] ?? { status: 401, body: { error: 'Please sign in.', code: 401 } }
    return Response.json(body, { status })
  })
}

test('who comes with a code alone is led by the lab’s own scheme (access/desktop)', async () => {
  server({ '/me': { body: { user: {}, deep_link_scheme: 'arch-desk://' } } })
  const screen = await showPage(() => <OpenDesktop code="c0de" q={undefined} />)
  await expect.element(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', 'arch-desk://')
})

test('passes the device on, and says why it cannot sign in', async () => {
  server({
    '/me?device_id=pc-1&device_name=Front+desk': {
      status: 409,
      body: { error: 'Every seat of this license is taken.', code: 409 },
    },
  })
  const device = { device_id: 'pc-1', device_name: 'Front desk' }
  const screen = await showPage(() => <OpenDesktop code="c0de" q={undefined} device={device} />)
  await expect.element(screen.getByRole('heading', { name: 'This device cannot sign in' })).toBeVisible()
  await expect.element(screen.getByText('Every seat of this license is taken.')).toBeVisible()
})

test.each([
  ['refused', 401, 'Links from DIBS work once, for five minutes. Open a new one there, or sign in here.'],
  ['out of order', 500, 'Something went wrong'],
])('a link whose check is %s has expired', async (_, status, says) => {
  server({ '/me': { status, body: { error: 'Something went wrong', code: status } } })
  const screen = await showPage(() => <OpenDesktop code="c0de" q={undefined} />)
  await expect.element(screen.getByRole('heading', { name: 'This link has expired!' })).toBeVisible()
  await expect.element(screen.getByText(says)).toBeVisible()
})
