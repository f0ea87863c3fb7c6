import type { Patient } from '@archwire/contract/patients/schema.ts'
import { patientFileTypes, scanKindTitles } from '@archwire/contract/patient-files/types.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desktop } from '../../brand.tsx'
import { CaseMeasurements, useCaseMeasurements } from '../../features/measurements/index.ts'
import { mayView, useSetupSeen, viewerPath } from '../../features/patients/index.ts'
import { CasePins, useCasePins } from '../../features/pins/index.ts'
import { ShareScene } from '../../features/share-links/share-scene.tsx'
import { desktopPath } from '../../lib/desktop-link.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { ViewerFrame } from '../../ui/viewer-frame.tsx'
import styles from './scenes.module.css'

/** The case in 3D: the setup once there is one, its corrections, and the submitted scans. */
export function Scenes({ patient }: { patient: Patient }) {
  const scenes = [
    { kind: 'setup' as const, viewerId: patient.setup_viewer_id },
    { kind: 'correction' as const, viewerId: correctionOf(patient) },
    { kind: 'submission' as const, viewerId: patient.submission_viewer_id },
  ].flatMap(({ kind, viewerId }) => (viewerId === null ? [] : [{ kind, label: scanKindTitles[kind], viewerId }]))
  const [wanted, setWanted] = useState<string>()
  const [lookAt, setLookAt] = useState<{ pinId: number }>()
  const { pins } = useCasePins(patient.id)
  const { measurements } = useCaseMeasurements(patient.id)
  const shown = scenes.find(({ label }) => label === wanted) ?? scenes[0]
  const onSeen = useSetupSeen(patient, shown?.viewerId)
  const onScans = (
    <>
      <CasePins
        patientId={patient.id}
        canLook={(pin) => !pin.is_earlier && scenes.some(({ kind }) => kind === pin.kind)}
        onLook={(pin) => {
          setWanted(scenes.find(({ kind }) => kind === pin.kind)?.label)
          setLookAt({ pinId: pin.id })
        }}
      />
      <CaseMeasurements patientId={patient.id} />
    </>
  )
  if (!shown)
    return (
      <>
        <NoScene patient={patient} />
        {onScans}
      </>
    )
  return (
    <section aria-label="3D view">
      <div className={styles.sceneBar}>
        {scenes.length > 1 ? (
          <fieldset className={styles.switch} aria-label="What is shown">
            {scenes.map(({ label }) => (
              <button key={label} type="button" aria-pressed={label === shown.label} onClick={() => setWanted(label)}>
                {label}
              </button>
            ))}
          </fieldset>
        ) : (
          <strong>{shown.label}</strong>
        )}
        <span className={styles.sceneTools}>
          {patient.deleted_at === null && <ShareScene patientId={patient.id} kind={shown.kind} label={shown.label} />}
          <a href={viewerPath(patient, shown.viewerId)} target="_blank" rel="noopener">
            Full page <IconExternalLink size={14} aria-hidden="true" />
          </a>
        </span>
      </div>
      <ViewerFrame
        viewerId={shown.viewerId}
        files={filesOf(patient, shown.viewerId)}
        title={`3D view of the case: ${shown.label}`}
        pins={pins.map(({ id, version }) => `${id}.${version}`).join()}
        measurements={measurements.map(({ id }) => id).join()}
        lookAt={lookAt}
        onSeen={onSeen}
      />
      {onScans}
    </section>
  )
}

const correctionOf = ({ patient_files }: Patient): string | null =>
  patient_files.find(({ kind, viewer_id }) => kind === 'correction' && viewer_id !== null)?.viewer_id ?? null

/**
 * A scene keeps its id while its files change: a doctor must not approve replaced ones. The scenes it can be compared
 * with change, too.
 */
export const filesOf = ({ patient_files }: Patient, viewerId: string): string =>
  [...new Set(patient_files.map(({ id, viewer_id }) => (viewer_id === viewerId ? String(id) : viewer_id)))]
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
    .join()

/**
 * While scans are being processed, and once none of them can be shown here: then the desktop application has them
 * (`scans/desktop`). A case without scans shows nothing.
 */
function NoScene({ patient }: { patient: Patient }) {
  const { data } = useQuery(settingsQuery)
  // Photos are processed, too, and are no reason to wait here.
  const isScan = (type: number) => type === patientFileTypes.stl.id || type === patientFileTypes.ios.id
  if (patient.patient_files.some((file) => file.processing === 'waiting' && isScan(file.patient_file_type_id)))
    return (
      <section className={styles.noScene} aria-label="3D view">
        <strong>3D Viewer Not Ready</strong>
        <p>The 3D Viewer is still processing the uploaded file. Please try again in a few minutes.</p>
      </section>
    )
  if (!mayView(patient)) return null
  return (
    <section className={styles.noScene} aria-label="3D view">
      <strong>These scans cannot be shown here.</strong>
      <p>
        <a
          href={desktopPath(data?.settings.deep_link_scheme ?? desktop.scheme, patient.id)}
          target="_blank"
          rel="noopener"
        >
          Open {desktop.name}
        </a>
      </p>
    </section>
  )
}
