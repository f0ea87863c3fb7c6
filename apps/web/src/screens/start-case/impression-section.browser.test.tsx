import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { CaseFormContext, makeCaseForm, type Practice } from './case-form.ts'
import { draftData } from './draft-data.ts'
import { FilesNotUploaded } from './files-not-uploaded.tsx'
import { ImpressionSection } from './impression-section.tsx'
import { MissingList, useMissing } from './missing-list.tsx'
import { Summary } from './summary.tsx'

const practice = {
  organizationId: 1,
  doctors: [],
  locations: [],
  preference: {
    data: {
      options: {},
      bracket_libraries: [],
      defaults: {
        default_doctor_id: null,
        location_id: null,
        jaws_id: 3,
        submission_completed_by: 1,
        tooth_numbering: 'universal',
      },
    },
    metadata: { third_party_partner: null, today: '2026-11-23', rush_case_enabled: false },
    shipping_methods: [],
  },
} as unknown as Practice

const filled = {
  first_name: 'Ada',
  last_name: 'Byron',
  impression_type: 4,
  scan_submission_type: 1,
  impression_date: '2026-11-20',
  products_list: 16,
}
const scan = (name: string, jaws_id: 1 | 2, said = {}) => ({ file_path: `u_${name}`, name, jaws_id, ...said })
const check = (verdict: 'pass' | 'warn', jaw: 'upper' | 'lower', remarks: object[] = []) => ({
  check: { verdict, remarks, hasSpots: false, triangles: 9, size: null, geometry: null, inColor: false, jaw },
})

/** The impression of a draft that holds this, and what is missing in it. */
async function reopen(data: Record<string, unknown>, gone: string[] = []) {
  const draft = { data: { ...filled, ...data }, gone, updated_at: '2026-11-23T10:00:00.000Z' }
  const caseForm = makeCaseForm(practice, { id: 1 } as Me, draft, () => Promise.reject(new Error('none')))
  const Missing = () => <MissingList missing={useMissing(caseForm)} changed />
  const screen = await show(
    <CaseFormContext value={caseForm}>
      <FilesNotUploaded />
      <ImpressionSection />
      <Summary />
      <Missing />
    </CaseFormContext>,
  )
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { ...screen, caseForm, press, ready: screen.getByText('Ready to submit.') }
}

const question = 'Only a maxillary scan; both jaws are ordered'
const upper = scan('upper.stl', 1, check('pass', 'upper'))
const lower = scan('lower.stl', 2, check('pass', 'lower'))

test('a draft keeps the scan that waits for a reason, with its remark, until it is answered (rx-form/draft)', async () => {
  const doubted = scan('LowerJaw.stl', 2, check('pass', 'upper'))
  const screen = await reopen({ stl_files: [upper], scans_arrived: [upper, doubted] })
  await expect.element(screen.getByText('This looks like a maxillary arch.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Explain why the flagged scan is fine/ })).toBeVisible()
  await expect.element(screen.ready).not.toBeInTheDocument()
  await expect.element(screen.getByText('2 STL files, 1 not ready', { exact: true })).toBeVisible()
  // Kept once more, it is the same.
  expect(draftData(screen.caseForm).scans_arrived).toMatchObject([upper, doubted])

  await screen.getByRole('textbox', { name: 'Why is LowerJaw.stl fine to send?' }).fill('It is the lower one.')
  await screen.press('Send it anyway')
  await expect.element(screen.ready).toBeVisible()
  await screen.unmount()
  const again = await reopen(draftData(screen.caseForm))
  await expect.element(again.getByText(/^Your note for the lab: “It is the lower one\.”/)).toBeVisible()
})

test('remarks of a check and an arch that was not chosen wait, too', async () => {
  const holes = check('warn', 'lower', [{ message: 'There is a hole.', severity: 'warn' }])
  const screen = await reopen({
    stl_files: [],
    scans_arrived: [upper, scan('a.stl', 2, holes), { file_path: 'u_b', name: 'b.stl' }],
  })
  await expect.element(screen.getByText('There is a hole.')).toBeVisible()
  const asked = screen.getByRole('button', { name: 'Choose which arch each scan shows' })
  await expect.element(asked).toBeVisible()
  await screen.getByRole('radiogroup', { name: 'Arch of b.stl' }).getByText('Both').click()
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /^Explain why the flagged scan is fine/ })).toBeVisible()
})

test('files that had not arrived are named, and the form is not ready until they are added again or removed', async () => {
  const screen = await reopen({
    stl_files: [upper],
    scans_arrived: [upper],
    scans_not_arrived: ['lower.stl'],
    photos_not_arrived: ['smile.jpg', 'profile.jpg'],
  })
  const note = screen.getByText(/1 scan of this draft was not uploaded: lower\.stl\. .*2 photos of this draft were not/)
  await expect.element(note).toBeVisible()
  const missing = screen.getByRole('button', { name: 'lower.stl was not uploaded: add it again or remove it' })
  await expect.element(missing).toBeVisible()
  // High enough to be hit, also where several stand below each other (`screens/touch`).
  expect(missing.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  // What becomes of the lower scan is open: the arches are asked about after it.
  await expect.element(screen.getByText(`${question}.`)).not.toBeInTheDocument()
  await screen.press('Remove lower.stl')
  await expect.element(screen.getByText(`${question}.`)).toBeVisible()
  await screen.press('Remove smile.jpg')
  await screen.press('Remove profile.jpg')
  await expect.element(note).not.toBeInTheDocument()
  expect(draftData(screen.caseForm)).toMatchObject({ scans_not_arrived: [], photos_not_arrived: [] })
})

test('a file that was refused still says why when the draft is opened again (rx-form/draft)', async () => {
  const why = 'This is the same scan as upper.stl.'
  const refused = [{ name: 'upper-2.stl', problem: why }]
  const screen = await reopen({ stl_files: [upper], scans_arrived: [upper], scans_not_arrived: refused })
  await expect.element(screen.getByText(why)).toBeVisible()
  expect(screen.getByText(/of this draft was not uploaded/).query()).toBeNull()
  expect(draftData(screen.caseForm)).toMatchObject({ scans_not_arrived: refused })
  await screen.press('Remove upper-2.stl')
  expect(draftData(screen.caseForm)).toMatchObject({ scans_not_arrived: [] })
})

test('a file whose bytes are gone is named, and is not in the form; added again it takes its own place', async () => {
  const screen = await reopen({ stl_files: [upper, lower], scans_arrived: [upper, lower] }, ['u_lower.stl'])
  await expect.element(screen.getByText(/^1 scan of this draft was not uploaded: lower\.stl\./)).toBeVisible()
  await expect.poll(() => screen.caseForm.form.values().stl_files.map(({ name }) => name)).toEqual(['upper.stl'])
  screen.caseForm.scans.add([new File(['x'], 'lower.stl')])
  expect(screen.caseForm.scans.list().filter(({ name }) => name === 'lower.stl')).toHaveLength(1)
})

test('an upper scan alone is asked about: that jaw alone is one press (rx-form/arches)', async () => {
  const screen = await reopen({ stl_files: [upper], scans_arrived: [upper] })
  await expect.element(screen.getByText(`${question}.`)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: question, exact: true })).toBeVisible()
  await screen.press('Maxillary only')
  await expect.element(screen.ready).toBeVisible()
  expect(screen.caseForm.form.values().jaws_id).toBe(1)
})

test('continuing without the other scan is one press, and is kept with the draft until something else is ordered', async () => {
  const screen = await reopen({ stl_files: [upper], scans_arrived: [upper] })
  await screen.press('Continue without it')
  await expect.element(screen.ready).toBeVisible()
  expect(screen.caseForm.form.values().jaws_id).toBe(3)
  await screen.unmount()

  const again = await reopen(draftData(screen.caseForm))
  await expect.element(again.ready).toBeVisible()
  again.caseForm.form.set('jaws_id', 2)
  await expect.element(again.getByText('Only a maxillary scan; the mandibular arch is ordered.')).toBeVisible()
  await again.press('Maxillary instead')
  await expect.element(again.ready).toBeVisible()
  expect(again.caseForm.form.values().jaws_id).toBe(1)
})

test('adding the other scan is one press, which opens the chooser of the scans', async () => {
  const screen = await reopen({ stl_files: [lower], scans_arrived: [lower] })
  const chooser = document.querySelector<HTMLInputElement>('input[type=file][accept=".stl"]')!
  const opened = vi.spyOn(chooser, 'click').mockImplementation(() => {})
  await screen.press('Add the maxillary scan')
  expect(opened).toHaveBeenCalledOnce()
})

test('both scans, one that shows both, and no scans of an impression are not asked about', async () => {
  const whole = scan('all.stl', 1, { jaws_id: 3 })
  for (const data of [
    { stl_files: [upper, lower], scans_arrived: [upper, lower] },
    { stl_files: [whole], scans_arrived: [whole] },
    { impression_type: 1, products_list: 1, stl_files: [], scans_arrived: [upper] },
  ]) {
    const screen = await reopen(data)
    await expect.element(screen.ready).toBeVisible()
    await screen.unmount()
  }
})

test('a draft keeps what was typed as a date and cannot be read, and is not ready with it (rx-form/draft)', async () => {
  const screen = await reopen({ stl_files: [upper, lower], scans_arrived: [upper, lower] })
  await expect.element(screen.ready).toBeVisible()
  const date = screen.getByRole('textbox', { name: 'Impression date' })
  await date.fill('last week')
  await expect.element(screen.getByRole('button', { name: /^Impression date: This is not a date\./ })).toBeVisible()
  screen.caseForm.form.visit('impression_date')
  await screen.unmount()
  const again = await reopen(JSON.parse(JSON.stringify(draftData(screen.caseForm))) as Record<string, unknown>)
  const kept = again.getByRole('textbox', { name: 'Impression date' })
  await expect.element(kept).toHaveValue('last week')
  await expect.element(kept).toHaveAccessibleDescription(/^This is not a date\./)
  await expect.element(again.ready).not.toBeInTheDocument()
})
