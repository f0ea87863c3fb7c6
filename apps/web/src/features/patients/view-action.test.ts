import { expect, it } from 'vitest'
import { mayView, sceneOf, viewerPath, viewOf, type Viewed } from './view-action.tsx'

const row = {
  id: 7,
  organization_id: 2,
  case_number_text: '',
  case_code: 'C-7',
  setup_viewer_id: null,
  submission_viewer_id: null,
  has_ios_file: false,
  has_stl_file: false,
  deleted_at: null,
  patient_status: { id: 3, key: 'awaiting_approval', label: 'Awaiting Approval', color: 'x' },
} as unknown as Viewed

it('a case can be viewed with scans of any kind, or a setup alone, and not once it is archived', () => {
  expect(mayView(row)).toBe(false)
  for (const shown of [
    { has_ios_file: true },
    { has_stl_file: true },
    { setup_viewer_id: 'a' },
    { submission_viewer_id: 'b' },
  ])
    expect(mayView({ ...row, ...shown }), Object.keys(shown)[0]).toBe(true)
  expect(mayView({ ...row, has_stl_file: true, deleted_at: '2026-11-20T10:00:00.000Z' })).toBe(false)
})

it('the newest scene is shown: the setup before the scans, under the case’s number or code', () => {
  expect(sceneOf({ ...row, submission_viewer_id: 'b' })).toBe('b')
  expect(sceneOf({ ...row, setup_viewer_id: 'a', submission_viewer_id: 'b' })).toBe('a')
  expect(viewerPath(row, 'a')).toBe('/3dviewer/a/organization/2/patient/7/C-7')
  expect(viewerPath({ ...row, case_number_text: 'Ho 9447' }, 'a')).toBe(
    '/3dviewer/a/organization/2/patient/7/Ho%209447',
  )
})

it('View leads to the desktop application once no scan is left to process and none can be shown', () => {
  const sent = { ...row, has_stl_file: true }
  expect(viewOf({ ...sent, submission_viewer_id: 'b' }, 'dibs://')).toBe('/3dviewer/b/organization/2/patient/7/C-7')
  expect(viewOf({ ...sent, scans_waiting: true }, 'dibs://')).toBeUndefined()
  // Whoever is to approve the setup is not shown the scans that were sent in for it.
  expect(viewOf({ ...sent, submission_viewer_id: 'b', scans_waiting: true }, 'dibs://')).toBeUndefined()
  expect(viewOf(sent, 'dibs://')).toBe('/dibs?q=dibs%3A%2F%2Fcase%2F7')
  expect(viewOf({ ...row, has_ios_file: true }, 'arch-desk://')).toBe('/dibs?q=arch-desk%3A%2F%2Fcase%2F7')
})
