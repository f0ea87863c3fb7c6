import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase, sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { HoldButton } from './hold-dialog.tsx'

const dialog = page.getByRole('dialog')
const go = dialog.getByRole('button', { name: 'Continue' })
const name = dialog.getByRole('textbox', { name: 'Name' })
const reason = dialog.getByRole('textbox', { name: 'Reason' })
const notify = dialog.getByRole('checkbox', { name: /Notify Doctor/ })
const ofLab = sessionOf('supervisor', { full_name: 'Sue Lab' })

const open = async (
  session: ReturnType<typeof sessionOf>,
  said: Parameters<typeof givenCase>[0] = { can: ['hold'] },
) => {
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <HoldButton patient={givenCase(said)} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: said?.is_on_hold ? 'Unhold' : 'Hold', exact: true }).click()
  return screen
}

test('the lab holds under its own name, gives a reason, and chooses whether the doctor is told', async () => {
  const calls = fakeServer({ body: { patient: givenCase({ is_on_hold: true }), message: 'The case is on hold.' } })
  const screen = await open(ofLab)
  await expect.element(dialog).toHaveAccessibleName('Put Ada Byron on hold?')
  await expect.element(name).toHaveValue('Sue Lab')
  await expect.element(name).toHaveAttribute('readonly')
  await expect.element(go).toBeDisabled()
  await reason.fill('  ')
  await expect.element(go).toBeDisabled()
  await reason.fill('Scan missing')
  await notify.click()
  await go.click()
  await expect.element(page.getByText('The case is on hold.')).toBeVisible()
  expect(calls[0]!.body).toEqual({
    on_hold: true,
    action_owner_name: 'Sue Lab',
    reason: 'Scan missing',
    should_notify_doctor: true,
  })
  await screen.unmount()
})

test('a practice may change the name, needs one, and neither chooses nor sends that the doctor is told', async () => {
  const calls = fakeServer({ body: { patient: givenCase({ is_on_hold: true }), message: 'The case is on hold.' } })
  const screen = await open(sessionOf('doctor'))
  await expect.element(name).toHaveValue('Olga Owner')
  await reason.fill('Patient is away')
  await expect.element(go).toBeEnabled()
  await name.fill(' ')
  await expect.element(go).toBeDisabled()
  await name.fill('Ann Desk')
  await expect.element(go).toBeEnabled()
  await expect.element(notify).not.toBeInTheDocument()
  await go.click()
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([{ on_hold: true, action_owner_name: 'Ann Desk', reason: 'Patient is away' }])
  await screen.unmount()
})

test('the end of a hold is asked about, too; its note may stay empty', async () => {
  const calls = fakeServer({ body: { patient: givenCase(), message: 'The case is no longer on hold.' } })
  const screen = await open(ofLab, { is_on_hold: true, can: ['unhold'] })
  await expect.element(dialog).toHaveAccessibleName('Take Ada Byron off hold?')
  expect(calls).toEqual([])
  await go.click()
  await expect.poll(() => calls).toHaveLength(1)
  expect(calls[0]!.body).toMatchObject({ on_hold: false })
  await screen.unmount()
})
