import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import {
  ApproveBy,
  ApproveSetup,
  AskForChanges,
  CaseMenu,
  CaseTags,
  CompleteSetup,
  HoldButton,
  NextWaiting,
} from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { caseNumberOf } from '../../features/case/case-number.ts'
import { useCasePage } from '../../features/case/case-page.ts'
import { PlacesInList, useWayBack } from '../../features/case/list-place.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { WayUp } from '../../ui/page.tsx'
import { NotifyDoctor } from '../case-parts/notify-doctor.tsx'
import styles from './viewer-page.module.css'

interface Props {
  id: number
  /** Undefined when it cannot be read. */
  patient: Patient | undefined
  /** Why it cannot. */
  problem: string | null
  viewerId: string
  /** Shows and hides what is beside the model. */
  beside?: ReactNode
}

/**
 * Whose model it is, what its state is, the ways back to its list and its page, and what can be done with the case
 * (`screens/viewer-head`).
 */
export function CaseHead({ id, patient, problem, viewerId, beside }: Props) {
  const { me } = useSession()
  const [decided, setDecided] = useState(false)
  const list = useLocation({ select: ({ state }) => state.list })
  return (
    <PlacesInList value={() => (list ? { list } : {})}>
      <header className={styles.head}>
        <div className={styles.whose}>
          <nav aria-label="Breadcrumb">
            <span aria-hidden="true">‹</span>
            <WayUp {...useWayBack(homeOf(me), id)} />
          </nav>
          <CaseLink id={id} name={patient?.full_name ?? 'Case'} />
          {patient && (
            <>
              <CopyText text={caseNumberOf(patient)} command="Copy the case number" />
              <StatusBadge status={patient.patient_status} />
              {patient.approve_by && (
                <span>
                  by <ApproveBy at={patient.approve_by} />
                </span>
              )}
              <CaseTags patient={patient} />
            </>
          )}
          {beside}
          {problem !== null && <span role="alert">{problem}</span>}
        </div>
        {patient && <Actions patient={patient} viewerId={viewerId} onDecided={() => setDecided(true)} />}
        {patient && decided && <NextWaiting decided={patient} />}
      </header>
    </PlacesInList>
  )
}

const CaseLink = ({ id, name }: { id: number; name: string }) => (
  <h1 className={styles.name}>
    <Link {...useCasePage()(id)} title="To the case">
      {name}
    </Link>
  </h1>
)

/** An address may name the scene of one case and the number of another: nothing is done to what is not in sight. */
export const isSceneOf = (
  { setup_viewer_id, submission_viewer_id, patient_files }: Patient,
  viewerId: string,
): boolean =>
  [setup_viewer_id, submission_viewer_id, ...patient_files.map(({ viewer_id }) => viewer_id)].includes(viewerId)

interface ActionProps {
  patient: Patient
  viewerId: string
  onDecided: () => void
}

/** As on the pages of the case; the setup in sight can be decided on right here. */
function Actions({ patient, viewerId, onDecided }: ActionProps) {
  const { me } = useSession()
  const router = useRouter()
  return (
    <div className={styles.actions}>
      <CaseMenu patient={patient} />
      {isSceneOf(patient, viewerId) && (
        <>
          <HoldButton patient={patient} />
          <CompleteSetup
            patient={patient}
            openSteps={<OpenSteps workflow={patient.initial_case_setup} />}
            onDone={() => void router.navigate({ to: homeOf(me) })}
          />
        </>
      )}
      {/* An earlier setup stays to be looked at; approved is what is there now. */}
      {viewerId === patient.setup_viewer_id && (
        <>
          <AskForChanges patient={patient} onDone={onDecided} />
          <ApproveSetup patient={patient} onScene onDone={onDecided} />
        </>
      )}
      {isSceneOf(patient, viewerId) && <NotifyDoctor patient={patient} />}
    </div>
  )
}
