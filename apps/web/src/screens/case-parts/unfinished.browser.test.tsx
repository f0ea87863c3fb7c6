import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { CompleteSetup } from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { SessionContext } from '../../lib/session.tsx'
import { NotifyDoctor } from './notify-doctor.tsx'

const at = '2026-11-20T10:00:00.000Z'
const step = (id: number, process: string, started_at: string | null, finished_at: string | null) => ({
  id,
  process,
  started_at,
  finished_at,
  user_id: null,
})

const caseWith = (processes: ReturnType<typeof step>[], said = {}) =>
  givenCase({
    status: 'in_progress',
    can: ['mark_as_ready', 'complete'],
    rx_form: { id: 8 } as never,
    initial_case_setup: { id: 3, version: 1, processes, can: { edit: true }, why_not: {} } as never,
    ...said,
  })

async function ask(action: 'Notify' | 'Complete', patient: ReturnType<typeof givenCase>) {
  const asked = answersAt({ '/tech-workflows/3/processes': { workflow: {}, message: 'Saved.' } })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <NotifyDoctor patient={patient} />
      <CompleteSetup
        patient={patient}
        openSteps={<OpenSteps workflow={patient.initial_case_setup} />}
        onDone={() => {}}
      />
    </SessionContext>
  ))
  await page.getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  return { screen, dialog, asked }
}

const open = [step(1, 'Sculpt', at, at), step(2, 'Base', at, null), step(3, 'Print', null, null)]

test.each(['Notify', 'Complete'] as const)(
  '%s names the steps that are not finished, and finishes those that run (work/unfinished)',
  async (action) => {
    const { screen, dialog, asked } = await ask(action, caseWith(open))
    await expect.element(dialog.getByText('2 work steps are not finished: Base (running), Print.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Finish the running step' }).click()
    await expect.poll(() => asked).toContain('/tech-workflows/3/processes')
    // They may stay open all the same.
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    await screen.unmount()
  },
)

test.each(['Notify', 'Complete'] as const)('%s says nothing of steps when all are finished', async (action) => {
  const { screen, dialog } = await ask(action, caseWith(open.slice(0, 1)))
  expect(dialog.getByText(/not finished/).elements()).toEqual([])
  await screen.unmount()
})

test.each(['Notify', 'Complete'] as const)('%s names changes that are still to be made', async (action) => {
  const changes_asked = { at, user_name: 'Jane Marsh', note: 'Rotate 11.', setup_is_newer: false }
  const { screen, dialog } = await ask(action, caseWith([], { changes_asked }))
  await expect
    .element(dialog.getByText(/Jane Marsh asked for changes, and no setup has been uploaded since: “Rotate 11.”/))
    .toBeVisible()
  await screen.unmount()
})

test.each(['Notify', 'Complete'] as const)('%s names what of the Rx form was changed and not read', async (action) => {
  const change = (version: number, label: string) => ({
    version,
    at,
    user_name: 'Jane Marsh',
    after_approval: false,
    changes: [{ field: 'jaws_id', label, from: 'Both', to: 'Maxillary' }],
  })
  const unread = { rx_form_unread: [change(3, 'Jaws'), change(2, 'Special instructions')] }
  const { screen, dialog } = await ask(action, caseWith([], unread))
  await expect.element(dialog.getByText(/not confirmed reading it: Jaws, Special instructions\./)).toBeVisible()
  await screen.unmount()
})

const fileOf = (kind: 'setup' | 'submission', jaws_id: number) =>
  ({ id: jaws_id, kind, patient_file_type_id: patientFileTypes.stl.id, jaws_id }) as never

test.each(['Notify', 'Complete'] as const)(
  '%s names the arch that has no setup (cases/setup-arches)',
  async (action) => {
    const rx_form = { id: 8, jaws_id: 3 } as never
    const patient_files = [fileOf('setup', 1), fileOf('submission', 1), fileOf('submission', 2)]
    const { screen, dialog } = await ask(action, caseWith([], { rx_form, patient_files }))
    await expect.element(dialog.getByText('The setup has no mandibular arch; both are ordered.')).toBeVisible()
    await screen.unmount()
  },
)

test('a setup that lacks an arch is sent by a press of its own, and says that there is no scan either', async () => {
  const rx_form = { id: 8, jaws_id: 3 } as never
  const patient_files = [fileOf('setup', 2), fileOf('submission', 2)]
  const { screen, dialog } = await ask('Notify', caseWith([], { rx_form, patient_files }))
  await expect
    .element(dialog.getByText('The setup has no maxillary arch; both are ordered. There is no maxillary scan either.'))
    .toBeVisible()
  const send = dialog.getByRole('button', { name: 'Notify anyway' })
  await expect.element(send).toBeEnabled()
  await expect.element(send).not.toHaveFocus()
  await screen.unmount()
})

test('a whole setup is not asked about', async () => {
  const rx_form = { id: 8, jaws_id: 3 } as never
  const patient_files = [fileOf('setup', 1), fileOf('setup', 2), fileOf('submission', 1)]
  const { screen, dialog } = await ask('Notify', caseWith([], { rx_form, patient_files }))
  await expect.element(dialog.getByRole('button', { name: 'Notify', exact: true })).toBeVisible()
  expect(dialog.getByText(/ordered/).elements()).toEqual([])
  await screen.unmount()
})

test('Notify is the main button once the setup was changed as the doctor asked, not before', async () => {
  const main = async (setup_is_newer: boolean) => {
    const changes_asked = { at, user_name: 'Jane Marsh', note: 'Rotate 11.', setup_is_newer }
    const { screen } = await ask('Notify', caseWith([], { changes_asked }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    const notify = page.getByRole('button', { name: 'Notify' })
    await expect.element(notify).toBeVisible()
    const variant = notify.element().getAttribute('data-variant')
    await screen.unmount()
    return variant
  }
  expect(await main(false)).toBe('default')
  expect(await main(true)).toBe('filled')
})
