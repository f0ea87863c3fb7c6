import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { AssignSetup } from './assign-setup.tsx'

const rx_form = { id: 12, version: 3 } as never

test('a setup is assigned with the version that was read, after the consequences were shown (cases/assign)', async () => {
  const writes: unknown[] = []
  answersAt({
    '/rx_forms/12/assign': (_: string, { body }: RequestInit) => {
      writes.push(JSON.parse(body as string))
      return { rx_form: {}, message: 'The setup is assigned.' }
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <AssignSetup patient={givenCase({ status: 'new', rx_form, can: ['assign'] })} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Assign' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('radio').nth(1).click()
  await expect.element(dialog.getByText('The practice makes the setup itself.', { exact: false })).toBeVisible()
  await confirm.click()
  await expect.poll(() => writes).toEqual([{ assign_to: 2, version: 3 }])
  await expect.element(page.getByText('The setup is assigned.')).toBeVisible()
  await screen.unmount()
})

test('shows beside each option why it cannot be chosen: the partner was removed in the meantime', async () => {
  answersAt({
    '/rx_forms/12/assign': Response.json(
      { error: { assign_to: ['This practice has no partner lab.'] }, code: 422 },
      { status: 422 },
    ),
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <AssignSetup patient={givenCase({ status: 'new', rx_form, can: ['assign'], assignable_partner: 'Elm Lab' })} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('dialog').getByText('Elm Lab').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await expect.element(page.getByText('This practice has no partner lab.')).toBeVisible()
  await screen.unmount()
})

test('once work has started the button says so; afterwards, and for those who may not, there is none', async () => {
  const why_not = { assign: 'Work on this setup has started.' }
  const button = (patient: ReturnType<typeof givenCase>) =>
    showPage(() => (
      <SessionContext value={sessionOf('supervisor')}>
        <AssignSetup patient={patient} />
      </SessionContext>
    ))
  const begun = await button(givenCase({ status: 'in_progress', rx_form, why_not }))
  const disabled = page.getByRole('button', { name: 'Assign' })
  await expect.element(disabled).toHaveAttribute('aria-disabled', 'true')
  await begun.unmount()
  const others = [givenCase({ status: 'awaiting_approval', rx_form, why_not }), givenCase({ status: 'new', rx_form })]
  for (const patient of others) {
    const screen = await button(patient)
    expect(page.getByRole('button', { name: 'Assign' }).elements()).toEqual([])
    await screen.unmount()
  }
})

test('without a partner lab no third party is offered', async () => {
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <AssignSetup patient={givenCase({ status: 'new', rx_form, can: ['assign'] })} />
    </SessionContext>
  ))
  await page.getByRole('button', { name: 'Assign' }).click()
  await expect.element(page.getByRole('dialog').getByText('In-office')).toBeVisible()
  expect(page.getByRole('dialog').getByRole('radio').elements()).toHaveLength(2)
  await screen.unmount()
})
