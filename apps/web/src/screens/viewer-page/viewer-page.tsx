import { patients } from '@archwire/contract/client/patients'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSetupSeen } from '../../features/patients/index.ts'
import { messageOf } from '../../lib/api.ts'
import { caseNumberOf } from '../../lib/case-number.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { ViewerFrame } from '../../ui/viewer-frame.tsx'
import { filesOf } from '../case-parts/scenes.tsx'
import { CaseHead } from './case-head.tsx'
import styles from './viewer-page.module.css'

interface Props {
  viewerId: string
  orgId: string
  patientId: string
}

/** A scene in the whole window; the case's organization becomes the current one (`organizations/current`). */
export function ViewerPage({ viewerId, orgId, patientId }: Props) {
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
        problem={error && !patient ? messageOf(error) : null}
        viewerId={viewerId}
      />
      {!isPending && (
        <ViewerFrame
          key={viewerId}
          patientId={Number(patientId)}
          viewerId={viewerId}
          files={patient && filesOf(patient, viewerId)}
          title={patient ? `3D view of case ${caseNumberOf(patient)}` : '3D view'}
          fill
          onSeen={onSeen}
        />
      )}
    </div>
  )
}
