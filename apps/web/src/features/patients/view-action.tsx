import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { caseNumberOf } from './patient-name.tsx'

type Viewed = Pick<
  PatientSummary,
  | 'id'
  | 'organization_id'
  | 'case_number_text'
  | 'case_code'
  | 'setup_viewer_id'
  | 'submission_viewer_id'
  | 'has_ios_file'
  | 'has_stl_file'
  | 'deleted_at'
>

/** The address of a scene's page; its last part is the case number, never a name (decisions §9). */
export const viewerPath = (patient: Viewed, viewerId: string): string =>
  `/3dviewer/${viewerId}/organization/${patient.organization_id}/patient/${patient.id}/${encodeURIComponent(caseNumberOf(patient))}`

/** The newest scene of a case: the setup, else the scans that were sent in. */
export const sceneOf = (patient: Viewed): string | null => patient.setup_viewer_id ?? patient.submission_viewer_id

export const mayView = (patient: Viewed): boolean =>
  (patient.has_ios_file || patient.has_stl_file) && patient.deleted_at === null

export const NotReadyDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog opened={opened} title="3D Viewer Not Ready" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
    The 3D Viewer is still processing the uploaded file. Please try again in a few minutes.
  </Dialog>
)

/** Opens a case's 3D scene in a tab of its own, or says that it is not ready (2 §2). */
export function useView() {
  const [notReady, setNotReady] = useState(false)
  const view = (patient: Viewed) => {
    const scene = sceneOf(patient)
    if (scene === null) setNotReady(true)
    else window.open(viewerPath(patient, scene), '_blank', 'noopener')
  }
  return { view, dialog: <NotReadyDialog opened={notReady} onClose={() => setNotReady(false)} /> }
}
