import type { Announcement } from '@archwire/contract/settings/routes.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { AnnouncementForms } from './announcements-form.tsx'

const one = (change: Partial<Announcement>): Announcement => ({
  id: 1,
  body: '',
  visibility: 'doctor',
  updated_at: '2027-01-01T15:00:00.000Z',
  last_updated_by: null,
  version: 1,
  ...change,
})
const announcements = [
  one({ id: 1, visibility: 'doctor', body: 'Closed on Friday.', last_updated_by: { id: 4, full_name: 'Amy Admin' } }),
  one({ id: 2, visibility: 'internal', version: 3 }),
]

/** A server with these announcements; returns the saves that reach it. */
function givenServer({ refuse = false } = {}): [string, unknown][] {
  const saves: [string, unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method !== 'PUT') return Response.json({ announcements })
    const body = JSON.parse(init.body as string) as { body: string; version: number }
    saves.push([
      new URL(typeof url === 'string' ? url : url instanceof URL ? url : url.url, location.href).pathname
        .split('/')
        .at(-1)!,
      body,
    ])
    if (refuse)
      return Response.json({ error: 'Someone else changed this in the meantime.', code: 409 }, { status: 409 })
    const announcement = { ...announcements[1]!, body: body.body, version: body.version + 1 }
    return Response.json({ announcement, message: 'The announcement is saved.' })
  })
  return saves
}
const show = () => showPage(() => <AnnouncementForms />)
const lab = page.getByRole('textbox', { name: 'Text for the lab’s people' })
const practices = page.getByRole('textbox', { name: 'Text for practices' })

test('shows both texts in 8 rows, who changed them, and what their readers will see', async () => {
  givenServer()
  const screen = await show()
  await expect.element(practices).toHaveValue('Closed on Friday.')
  await expect.element(practices).toHaveAttribute('rows', '8')
  await expect.element(lab).toHaveValue('')
  await expect.element(page.getByText(/Last changed by/)).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview: Announcement to practices' })
  await expect.element(preview.getByText('Closed on Friday.')).toBeVisible()
  await practices.fill('Closed on Monday, see https://example.com/days')
  await expect.element(preview.getByRole('link', { name: 'https://example.com/days' })).toBeVisible()
  await screen.unmount()
})

test('saves the one that was changed, on the version that was shown', async () => {
  const saves = givenServer()
  const screen = await show()
  await lab.fill('Printer 2 is down.')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.element(page.getByText('The announcement is saved.')).toBeVisible()
  expect(saves).toEqual([['2', { body: 'Printer 2 is down.', version: 3 }]])
  await screen.unmount()
})

test('a refusal keeps what was typed', async () => {
  givenServer({ refuse: true })
  const screen = await show()
  await lab.fill('Printer 2 is down.')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.element(page.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect.element(lab).toHaveValue('Printer 2 is down.')
  await screen.unmount()
})
