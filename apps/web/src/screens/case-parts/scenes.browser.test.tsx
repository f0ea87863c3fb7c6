import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test, vi } from 'vitest'
import { sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { Scenes } from './scenes.tsx'

const fileOf = (patient_file_type_id: number, processing: string, kind: string | null = null) => ({
  id: patient_file_type_id,
  patient_file_type_id,
  processing,
  kind,
  viewer_id: null as string | null,
})

const patientWith = (files: ReturnType<typeof fileOf>[], scenes: Partial<Patient> = {}) =>
  ({
    id: 7,
    case_code: 'C-7',
    case_number_text: '',
    setup_shown: true,
    has_stl_file: files.some((file) => file.patient_file_type_id === 2),
    has_ios_file: files.some((file) => file.patient_file_type_id === 1),
    setup_viewer_id: null,
    can: {},
    submission_viewer_id: null,
    deleted_at: null,
    patient_files: files,
    ...scenes,
  }) as unknown as Patient

/** The viewer's own page is not there: its frame stays empty. */
const showScenes = (patient: Patient, session = sessionOf('doctor')) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({
      pins: [],
      measurements: [],
      settings: { deep_link_scheme: 'arch-desk://', lab: { time_zone: 'America/Denver' } },
    }),
  )
  return showPage(() => (
    <SessionContext value={session}>
      <h1>Case</h1>
      <Scenes patient={patient} />
    </SessionContext>
  ))
}

test.each([
  ['an impression', [], undefined],
  ['photos alone', [fileOf(3, 'waiting')], undefined],
  ['a scan that is processed', [fileOf(2, 'waiting')], '3D Viewer Not Ready'],
  ['a scan that cannot be shown', [fileOf(2, 'flagged'), fileOf(3, 'waiting')], 'Open DIBS'],
  ['a file of the desktop application', [fileOf(1, 'kept')], 'Open DIBS'],
])('a case with %s, without a scene (scans/desktop)', async (_, files, says) => {
  const screen = await showScenes(patientWith(files))
  await expect.element(screen.getByText('Case', { exact: true })).toBeVisible()
  const view = screen.getByRole('region', { name: '3D view' })
  if (says === undefined) expect(view.elements()).toEqual([])
  else await expect.element(view.getByText(says)).toBeVisible()
  if (says === 'Open DIBS')
    await expect
      .element(view.getByRole('link', { name: says }))
      .toHaveAttribute('href', '/dibs?q=arch-desk%3A%2F%2Fcase%2F7')
  await screen.unmount()
})

const submission = { ...fileOf(2, 'ready', 'submission'), viewer_id: 'sent' }
const setup = (processing: string, viewer_id: string | null = null) => ({
  ...fileOf(2, processing, 'setup'),
  viewer_id,
})

test.each([
  ['is processed', [setup('ready'), setup('waiting')], '3D Viewer Not Ready'],
  ['can only be opened on the desktop', [setup('flagged')], 'This setup cannot be shown here.'],
])('a setup that %s stands before the scans that were sent in (scans/setup-first)', async (_, files, says) => {
  const screen = await showScenes(patientWith([submission, ...files], { submission_viewer_id: 'sent' }))
  const view = screen.getByRole('region', { name: '3D view' })
  const button = (name: string) => view.getByRole('button', { name })
  await expect.element(button('Setup')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(view.getByText(says)).toBeVisible()
  expect(document.querySelector('iframe')).toBeNull()
  // What is not shown can be neither shared nor opened.
  expect(button('Share').elements()).toEqual([])
  if (files.length === 2)
    await expect
      .element(view.getByRole('progressbar', { name: 'Files that are processed' }))
      .toHaveAttribute('value', '1')
  await button('Submitted scans').click()
  await expect.element(view.getByTitle('3D view of the case: Submitted scans')).toBeVisible()
  await expect.element(button('Share')).toBeVisible()
  await screen.unmount()
})

test.each([
  ['waiting', '1 of 2 files is still being processed.'],
  ['flagged', '1 of 2 files is not shown here.'],
])('a setup of which one arch is %s says that it is not whole (scans/setup-first)', async (processing, says) => {
  const files = [setup('ready', 'made'), setup(processing)]
  const screen = await showScenes(patientWith(files, { setup_viewer_id: 'made' }))
  await expect.element(screen.getByText(says)).toBeVisible()
  await screen.unmount()
})

test('comments that load late are loaded in the viewer, too, without a press there (screens/line)', async () => {
  let isAway = true
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (isAway && (address as string).includes('/pins')) throw new TypeError('Failed to fetch')
    return Response.json({ pins: [], measurements: [], settings: { lab: { time_zone: 'America/Denver' } } })
  })
  const patient = patientWith([submission], { submission_viewer_id: 'sent' })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor')}>
      <Scenes patient={patient} />
    </SessionContext>
  ))
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  const frame = screen.getByTitle('3D view of the case: Submitted scans').element() as HTMLIFrameElement
  const told = vi.spyOn(frame.contentWindow!, 'postMessage')
  isAway = false
  await again.click()
  await expect
    .poll(() => told.mock.calls.map(([message]) => message as unknown))
    .toContainEqual({ type: 'archwire:pins' })
  await screen.unmount()
})

test.each([
  ['a doctor', 'doctor', 1],
  ['a partner lab', 'lab_partner', 0],
] as const)('%s is offered to share a scene: %s, %i (scans/shared)', async (_, role, times) => {
  const partner = { roles: [{ name: role, label: role }] }
  const patient = patientWith([], { setup_viewer_id: 'made' })
  const screen = await showScenes(patient, sessionOf('doctor', partner))
  await expect.element(screen.getByRole('link', { name: 'Full page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Share', exact: true }).elements()).toHaveLength(times)
  await screen.unmount()
})
