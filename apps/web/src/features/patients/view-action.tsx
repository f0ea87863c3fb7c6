import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType } from 'react'
import { desktop } from '../../brand.tsx'
import { caseNumberOf } from '../case/case-number.ts'
import { desktopPath } from '../../lib/desktop-link.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { toast } from '../../lib/toast.ts'

export type Viewed = Pick<
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
  | 'scans_waiting'
  | 'patient_status'
>

/** The address of a scene's page; its last part is the case number, never a name (`safety/private`). */
export const viewerPath = (
  patient: Pick<Viewed, 'id' | 'organization_id' | 'case_number_text' | 'case_code'>,
  viewerId: string,
): string =>
  `/3dviewer/${viewerId}/organization/${patient.organization_id}/patient/${patient.id}/${encodeURIComponent(caseNumberOf(patient))}`

/** The newest scene of a case: the setup, else the scans that were sent in. */
export const sceneOf = (patient: Viewed): string | null => patient.setup_viewer_id ?? patient.submission_viewer_id

/** A case by impression has no scans of its own, but its setup can be looked at. */
export const mayView = (patient: Viewed): boolean =>
  (patient.has_ios_file || patient.has_stl_file || sceneOf(patient) !== null) && patient.deleted_at === null

/**
 * What View opens: the 3D viewer; the desktop application once no scan is left to process and none can be shown; nothing
 * yet in between (`scans/desktop`). While a setup waits to be approved the scans that were sent in are not shown for it.
 */
export function viewOf(patient: Viewed, scheme: string): string | undefined {
  const scene = sceneOf(patient)
  const isForSetup = patient.patient_status.key === 'awaiting_approval' && patient.setup_viewer_id === null
  if (scene !== null && !(isForSetup && patient.scans_waiting)) return viewerPath(patient, scene)
  return patient.scans_waiting ? undefined : desktopPath(scheme, patient.id)
}

interface Props {
  onClose: () => void
}

const notReady = 'The 3D Viewer is still processing the uploaded file. Please try again in a few minutes.'

/** The dialog's text without the dialog, which failed to load. */
function NotReadyToast({ onClose }: Props) {
  useEffect(() => {
    toast.error(notReady)
    onClose()
  }, [onClose])
  return null
}

/** Lists seldom need a dialog: it loads when it is opened. */
const NotReadyDialog = lazy<ComponentType<Props>>(() =>
  import('../../ui/dialog.tsx').then(
    ({ Dialog }) => ({
      default: ({ onClose }: Props) => (
        <Dialog opened title="3D Viewer Not Ready" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
          {notReady}
        </Dialog>
      ),
    }),
    () => ({ default: NotReadyToast }),
  ),
)

/** Opens a case's 3D scene, else the case in the desktop application, in a new tab; or says that it is not ready. */
export function useView() {
  const [waits, setWaits] = useState(false)
  const close = useCallback(() => setWaits(false), [])
  const { data } = useQuery(settingsQuery)
  const scheme = data?.settings.deep_link_scheme ?? desktop.scheme
  const view = useCallback(
    (patient: Viewed) => {
      const page = viewOf(patient, scheme)
      if (page === undefined) setWaits(true)
      else window.open(page, '_blank', 'noopener')
    },
    [scheme],
  )
  return { view, dialog: <Suspense>{waits && <NotReadyDialog onClose={close} />}</Suspense> }
}
