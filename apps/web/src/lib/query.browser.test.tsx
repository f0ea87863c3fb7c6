import { patients } from '@archwire/contract/client/patients'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from '../../test/show.tsx'
import { useCall } from './query.ts'

afterEach(() => vi.restoreAllMocks())

function Hold() {
  const archive = useCall(patients.archive)
  return (
    <button type="button" onClick={() => archive.mutate({ params: { id: 1 } })}>
      {archive.isError ? 'Failed' : 'Archive'}
    </button>
  )
}

test('a call that finds no session leaves no toast: the sign-in page says why it is shown', async () => {
  fakeServer(
    { status: 401, body: { error: 'Please sign in.', code: 401 } },
    { status: 403, body: { error: 'You may not do this.', code: 403 } },
  )
  const screen = await show(<Hold />)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Failed' }).click()
  // The toast of the second call is there: the first one would have been before it.
  await expect.element(page.getByRole('alert')).toHaveTextContent('You may not do this.')
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  await screen.unmount()
})
