import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApproveSetup, AskForChanges, CaseTags, NextWaiting, useSetupSeen } from '../../features/patients/index.ts'
import { messageOf } from '../../lib/api.ts'
import { caseNumberOf } from '../../lib/case-number.ts'
import { useCasePage } from '../../lib/case-page.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { ViewerFrame } from '../../ui/viewer-frame.tsx'
import { filesOf } from '../case-parts/scenes.tsx'
import styles from './viewer-page.module.css'

interface Props {
  viewerId: string
  orgId: string
  patientId: string
  name: string
}

/** A scene in the whole window; the case's organization becomes the current one (`organizations/current`). */
export function ViewerPage({ viewerId, orgId, patientId, name }: Props) {
  const { me, organization, switchOrganization } = useSession()
  const id = Number(orgId)
  useEffect(() => {
    if (organization?.id !== id && me.organizations.some((membership) => membership.id === id)) switchOrganization(id)
  }, [id, organization, me, switchOrganization])
  const { data, error, isPending } = useQuery(query(patients.get, { params: { id: Number(patientId) } }))
  const patient = data?.patient
  const onSeen = useSetupSeen(patient, viewerId)
  return (
    <div className={styles.page}>
      <CaseHead
        id={Number(patientId)}
        patient={patient}
        error={patient ? null : error}
        viewerId={viewerId}
        name={name}
      />
      {!isPending && (
        <ViewerFrame
          key={viewerId}
          viewerId={viewerId}
          files={patient && filesOf(patient, viewerId)}
          title={`3D view of case ${name}`}
          fill
          onSeen={onSeen}
        />
      )}
    </div>
  )
}

interface HeadProps {
  id: number
  /** Undefined while it loads, or when there is none. */
  patient: Patient | undefined
  error: Error | null
  viewerId: string
  name: string
}

/** Whose model it is, what its state is, and the way back; the setup in sight can be decided on right here. */
function CaseHead({ id, patient, error, viewerId, name }: HeadProps) {
  const [decided, setDecided] = useState(false)
  const pageOf = useCasePage()
  return (
    <header className={styles.head}>
      <Link {...pageOf(id)} aria-label="Back to the case">
        ‹ {patient?.full_name ?? 'Case'}
      </Link>
      <span className="numeric">{patient ? caseNumberOf(patient) : name}</span>
      {error && <span role="alert">{messageOf(error)}</span>}
      {patient && (
        <>
          <StatusBadge status={patient.patient_status} />
          <CaseTags patient={patient} />
          {/* An earlier setup stays to be looked at; approved is what is there now. */}
          {viewerId === patient.setup_viewer_id && (
            <span className={styles.actions}>
              <AskForChanges patient={patient} onDone={() => setDecided(true)} />
              <ApproveSetup patient={patient} onScene onDone={() => setDecided(true)} />
            </span>
          )}
          {decided && <NextWaiting decided={patient} />}
        </>
      )}
    </header>
  )
}
