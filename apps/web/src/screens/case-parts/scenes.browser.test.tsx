import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test, vi } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { Scenes } from './scenes.tsx'

const fileOf = (patient_file_type_id: number, processing: string) => ({
  id: patient_file_type_id,
  patient_file_type_id,
  processing,
  kind: null,
  viewer_id: null,
})

const patientWith = (files: ReturnType<typeof fileOf>[]) =>
  ({
    id: 7,
    has_stl_file: files.some((file) => file.patient_file_type_id === 2),
    has_ios_file: files.some((file) => file.patient_file_type_id === 1),
    setup_viewer_id: null,
    can: {},
    submission_viewer_id: null,
    deleted_at: null,
    patient_files: files,
  }) as unknown as Patient

test.each([
  ['an impression', [], undefined],
  ['photos alone', [fileOf(3, 'waiting')], undefined],
  ['a scan that is processed', [fileOf(2, 'waiting')], '3D Viewer Not Ready'],
  ['a scan that cannot be shown', [fileOf(2, 'flagged'), fileOf(3, 'waiting')], 'Open DIBS'],
  ['a file of the desktop application', [fileOf(1, 'kept')], 'Open DIBS'],
])('a case with %s, without a scene (scans/desktop)', async (_, files, says) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ pins: [], measurements: [], settings: { deep_link_scheme: 'arch-desk://' } }),
  )
  const screen = await showPage(() => (
    <>
      <h1>Case</h1>
      <Scenes patient={patientWith(files)} />
    </>
  ))
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
