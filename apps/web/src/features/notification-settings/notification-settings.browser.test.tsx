import type {
  NotificationSetting,
  NotificationSettings as Answer,
} from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { later, showPage, type Said } from '../../../test/show.tsx'
import { NotificationSettings } from './notification-settings.tsx'

const kinds = Object.keys(notificationKinds) as NotificationKind[]
const on: NotificationSetting = { enabled: true, additional_emails: [] }
/** The settings as the server answers them, with what a test says of them. */
const given = (some: Partial<Answer['data']> = {}, version = 1): Answer => ({
  data: { ...(Object.fromEntries(kinds.map((kind) => [kind, on])) as Answer['data']), ...some },
  metadata: { email_suggestions: ['ann@example.com', 'ruth@example.com'] },
  version,
})
const message = 'Notification settings successfully updated.'
const path = '/api/v1/organizations/7/notification-settings'

/** A server that keeps settings: it answers reads with `present`, and changes one after another as a test says. */
function server(present: Answer, ...changes: Said[]) {
  const sent: unknown[] = []
  const kept = { present, sent, reads: undefined as Promise<Said> | undefined }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    expect(address).toBe(path)
    let said: Said = { body: kept.present }
    if (init?.method === 'PUT') {
      sent.push(JSON.parse(init.body as string))
      said = changes[sent.length - 1]!
      if (said.status === undefined) kept.present = said.body as Answer
      said = { ...said, body: said.status === undefined ? { ...kept.present, message } : said.body }
    } else if (kept.reads) said = await kept.reads
    return Response.json(said.body, { status: said.status ?? 200 })
  })
  return kept
}
const shown = (mayChange = true) => showPage(() => <NotificationSettings organizationId={7} mayChange={mayChange} />)
const section = page.getByRole('region', { name: 'Email notifications' })
const toggle = (label: string) => page.getByRole('checkbox', { name: label })
const save = page.getByRole('button', { name: 'Save' })
const chips = (label: string) => page.getByRole('list', { name: `Additional addresses: ${label}` })
const completed = 'Print tray completed'
const open = (label = completed) => page.getByRole('button', { name: `Add address: ${label}` }).click()
const field = page.getByRole('combobox', { name: 'Type an email and press Enter' })
afterEach(() => vi.restoreAllMocks())

test('nine kinds, each with its switch; Save once something differs', async () => {
  const setting = { enabled: false, additional_emails: ['desk@xn--mller-kva.example'] }
  server(given({ print_completed: setting }))
  const screen = await shown()
  for (const { label } of Object.values(notificationKinds)) await expect.element(toggle(label)).toBeVisible()
  expect(toggle('Monthly invoice').element()).toBeChecked()
  expect(toggle(completed).element()).not.toBeChecked()
  await expect.element(chips(completed).getByText('desk@müller.example')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove desk@müller.example' })).toBeVisible()
  await expect.element(save).toBeDisabled()
  await toggle(completed).click()
  await expect.element(save).toBeEnabled()
  await toggle(completed).click()
  await expect.element(save).toBeDisabled()
  await screen.unmount()
})

test('what is changed is sent with its version, and the server’s message is shown', async () => {
  const next = given({ setup_requested: { enabled: false, additional_emails: [] } }, 2)
  const { sent } = server(given(), { body: next })
  const screen = await shown()
  await toggle('Initial case setup request').click()
  await save.click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(save).toBeDisabled()
  expect(sent).toEqual([{ ...next.data, version: 1 }])
  await screen.unmount()
})

test('an address is typed and added with Enter; one that is none, or is there already, is not', async () => {
  const before = given({ print_completed: { ...on, additional_emails: ['desk@example.com'] } })
  const { sent } = server(before, { body: before })
  const screen = await shown()
  await open()
  await field.fill('front')
  await expect.element(page.getByRole('option').filter({ hasText: 'front' })).toMatchTextContent('Enter a valid email')
  await userEvent.keyboard('{Enter}')
  await field.fill('DESK@example.com ')
  await expect
    .element(page.getByRole('option').filter({ hasText: 'DESK@example.com' }))
    .toMatchTextContent('This address is on the list already')
  await userEvent.keyboard('{Enter}')
  await field.fill(' front@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toBeInTheDocument()
  const lines = chips(completed).getByRole('listitem')
  await expect.element(lines.nth(1)).toBeVisible()
  expect(lines.elements().map((line) => line.textContent)).toEqual(['desk@example.com', 'front@example.com'])
  await save.click()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    print_completed: { enabled: true, additional_emails: ['desk@example.com', 'front@example.com'] },
  })
  await screen.unmount()
})

test('a member is suggested until they are on the list; a chip is removed, and the focus stays beside it', async () => {
  server(given())
  const screen = await shown()
  await open()
  await page.getByRole('option', { name: 'ruth@example.com' }).click()
  await expect.element(chips(completed).getByText('ruth@example.com')).toBeVisible()
  await open()
  await expect.element(page.getByRole('option')).toMatchTextContent('ann@example.com')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Remove ruth@example.com' }).click()
  await expect.element(chips(completed)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: `Add address: ${completed}` })).toHaveFocus()
  await expect.element(save).toBeDisabled()
  await screen.unmount()
})

test('ten addresses are the most', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => `desk${index}@example.com`)
  server(given({ print_completed: { ...on, additional_emails: ten } }))
  const screen = await shown()
  await expect.element(section.getByText('At most 10 addresses.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: `Add address: ${completed}` })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove desk3@example.com' }).click()
  await expect.element(page.getByRole('button', { name: `Add address: ${completed}` })).toBeVisible()
  await screen.unmount()
})

test('a kind without emails has no addresses; the others say whom they reach', async () => {
  server(given())
  const screen = await shown()
  const lineOf = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  await expect.element(lineOf('Flawed tray correction request')).toMatchTextContent('No emails are sent.')
  expect(lineOf('Flawed tray correction request').getByRole('button').elements()).toEqual([])
  await expect.element(lineOf('Flawed tray corrected')).toMatchTextContent('Sent to the case’s doctor.')
  await expect.element(lineOf('Monthly invoice')).toMatchTextContent('Sent to the owner.')
  await expect.element(lineOf(completed)).toMatchTextContent('Sent to the case’s doctor.')
  await screen.unmount()
})

test('the server’s refusal is shown at its kind', async () => {
  const refusal = { error: { 'print_completed.additional_emails.0': ['Enter a valid email'] }, code: 422 }
  server(given(), { status: 422, body: refusal })
  const screen = await shown()
  await open()
  await page.getByRole('option', { name: 'ann@example.com' }).click()
  await save.click()
  const line = page.getByRole('listitem').filter({ hasText: completed })
  await expect.element(line.getByRole('alert')).toMatchTextContent('Enter a valid email')
  // It can be sent again.
  await expect.element(save).toBeEnabled()
  await screen.unmount()
})

test('what someone else saved in the meantime is not overwritten: theirs, or mine on top of it', async () => {
  const theirs = given({ monthly_invoice: { enabled: false, additional_emails: [] } }, 2)
  const conflict = { error: 'Someone else changed this in the meantime.', code: 409 }
  const saved = { ...theirs.data, print_completed: { enabled: false, additional_emails: [] } }
  const kept = server(given(), { status: 409, body: conflict }, { body: { ...theirs, data: saved, version: 3 } })
  const screen = await shown()
  await toggle(completed).click()
  kept.present = theirs
  await save.click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  expect(toggle('Monthly invoice').element()).not.toBeChecked()
  expect(toggle(completed).element()).not.toBeChecked()
  await save.click()
  await expect.element(page.getByText(message)).toBeVisible()
  expect(kept.sent).toMatchObject([{ version: 1 }, { ...saved, version: 2 }])
  await screen.unmount()
})

test('a page with unsaved changes asks before it is left', async () => {
  server(given())
  const screen = await shown()
  await toggle(completed).click()
  screen.leave()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.element(page.getByText(/set of notification settings are not saved yet/)).toBeVisible()
  await screen.unmount()
})

test('people who may not change them read them', async () => {
  server(given({ print_completed: { enabled: false, additional_emails: ['desk@example.com'] } }))
  const screen = await shown(false)
  const line = page.getByRole('listitem').filter({ hasText: completed })
  await expect.element(line).toMatchTextContent(/Off/)
  await expect.element(line).toMatchTextContent('desk@example.com')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Monthly invoice' })).toMatchTextContent(/On/)
  expect(section.getByRole('checkbox').elements()).toEqual([])
  expect(section.getByRole('button').elements()).toEqual([])
  await screen.unmount()
})

test('while it loads, and when it fails: a retry', async () => {
  const { answer, arrive } = later()
  const kept = server(given())
  kept.reads = answer
  const screen = await shown()
  await expect.element(section.getByText('Loading…')).toBeVisible()
  arrive({ status: 403, body: { error: 'You don’t have permission to do this.', code: 403 } })
  await expect.element(section.getByRole('alert')).toMatchTextContent('You don’t have permission to do this.')
  kept.reads = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(toggle(completed)).toBeVisible()
  await screen.unmount()
})

test('long addresses fit a phone', async () => {
  await page.viewport(390, 800)
  const long = `${'a'.repeat(60)}.${'b'.repeat(60)}@${'c'.repeat(50)}.example.com`
  server(given({ print_completed: { ...on, additional_emails: [long, 'desk@example.com'] } }))
  const screen = await shown()
  await expect.element(chips(completed)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await open()
  await expect.element(field).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1440, 900)
})
