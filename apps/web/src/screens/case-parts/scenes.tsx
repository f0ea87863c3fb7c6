import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { scanKindTitles, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { CaseMeasurements, useCaseMeasurements } from '../../features/measurements/index.ts'
import { mayView, useSetupSeen, viewerPath } from '../../features/patients/index.ts'
import { messageBegun } from '../../features/conversation/index.ts'
import { CasePins, pinWanted, useCasePins } from '../../features/pins/index.ts'
import { ShareScene } from '../../features/share-links/share-scene.tsx'
import { roleOf, useSession } from '../../lib/session.tsx'
import { ViewerFrame, writtenOn } from '../../ui/viewer-frame.tsx'
import { NotShown, NotWhole, scansOf, waitingOf } from './not-shown.tsx'
import styles from './scenes.module.css'

interface Scene {
  kind: ScanKind
  label: string
  /** Null for a setup that has arrived and cannot be shown, or not yet. */
  viewerId: string | null
}

/**
 * What can be looked at. A setup stands first as soon as its files are there: whoever is to approve it must not take
 * the scans that were sent in for it (`scans/setup-first`).
 */
function scenesOf(patient: Patient): Scene[] {
  const hasSetup = patient.setup_viewer_id !== null || patient.patient_files.some(({ kind }) => kind === 'setup')
  return [
    { kind: 'setup' as const, viewerId: patient.setup_viewer_id, isThere: hasSetup },
    { kind: 'correction' as const, viewerId: correctionOf(patient) },
    { kind: 'submission' as const, viewerId: patient.submission_viewer_id },
  ].flatMap(({ kind, viewerId, isThere = viewerId !== null }) =>
    isThere ? [{ kind, label: scanKindTitles[kind], viewerId }] : [],
  )
}

/** The case in 3D: the setup once there is one, its corrections, and the submitted scans. */
export function Scenes({ patient }: { patient: Patient }) {
  const scenes = scenesOf(patient)
  const { me } = useSession()
  const shares = patient.deleted_at === null && roleOf(me) !== 'lab_partner'
  // A comment that the session's end interrupted is gone on with on its own scene.
  const [wanted, setWanted] = useState<string | undefined>(() => {
    const written = writtenOn(patient.id)
    return written && scanKindTitles[written.kind]
  })
  const [lookAt, setLookAt] = useState<{ pinId: number }>()
  const { pins, error: noPins } = useCasePins(patient.id)
  const { measurements, error: noMeasurements } = useCaseMeasurements(patient.id)
  const shown = scenes.find(({ label }) => label === wanted) ?? scenes[0]
  const onSeen = useSetupSeen(patient, shown?.viewerId ?? undefined)
  const look = (pin: Pin) => {
    setWanted(scenes.find(({ kind }) => kind === pin.kind)?.label)
    setLookAt({ pinId: pin.id })
  }
  const lookAtWanted = useEffectEvent((id: number) => {
    const pin = pins.find((other) => other.id === id)
    if (pin) look(pin)
  })
  useEffect(() => pinWanted.hear(patient.id, lookAtWanted), [patient.id])
  const onScans = (
    <>
      <CasePins
        patientId={patient.id}
        canLook={(pin) =>
          !pin.is_earlier && scenes.some(({ kind, viewerId }) => kind === pin.kind && viewerId !== null)
        }
        onLook={look}
        onDiscuss={(pin) => messageBegun.send(patient.id, { pinId: pin.id })}
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
        {shown.viewerId !== null && (
          <span className={styles.sceneTools}>
            {shares && <ShareScene patientId={patient.id} kind={shown.kind} label={shown.label} />}
            <a href={viewerPath(patient, shown.viewerId)} target="_blank" rel="noopener">
              Full page <IconExternalLink size={14} aria-hidden="true" />
            </a>
          </span>
        )}
      </div>
      {shown.viewerId !== null && shown.kind === 'setup' && <NotWhole patient={patient} />}
      {shown.viewerId === null ? (
        <NotShown patient={patient} kind={shown.kind} />
      ) : (
        <ViewerFrame
          patientId={patient.id}
          viewerId={shown.viewerId}
          files={filesOf(patient, shown.viewerId)}
          title={`3D view of the case: ${shown.label}`}
          // Unknown until they load here: then the viewer, which has missed them as well, loads them again.
          pins={noPins ? undefined : pins.map(({ id, version }) => `${id}.${version}`).join()}
          measurements={noMeasurements ? undefined : measurements.map(({ id }) => id).join()}
          lookAt={lookAt}
          onSeen={onSeen}
          onWriteAbout={(photoId) => messageBegun.send(patient.id, { photoId })}
        />
      )}
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

/** Without any scene. A case without scans shows nothing. */
const NoScene = ({ patient }: { patient: Patient }) =>
  (mayView(patient) || waitingOf(scansOf(patient)) > 0) && (
    <section aria-label="3D view">
      <NotShown patient={patient} />
    </section>
  )
