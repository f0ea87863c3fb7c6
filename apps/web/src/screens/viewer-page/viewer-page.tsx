import { patients } from '@archwire/contract/client/patients'
import { useQuery } from '@tanstack/react-query'
import { chartTitle } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { conversationAnchor, messageBegun } from '../../features/conversation/index.ts'
import { useCaseOpened } from '../../features/notifications/use-case-opened.ts'
import { useSetupSeen } from '../../features/patients/index.ts'
import { ToothChartView } from '../../features/tooth-chart/index.ts'
import { messageOf } from '../../lib/api.ts'
import { caseNumberOf } from '../../features/case/case-number.ts'
import { useCasePage } from '../../features/case/case-page.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { ViewerFrame } from '../../ui/viewer-frame.tsx'
import { filesOf } from '../case-parts/scenes.tsx'
import { CaseHead, isSceneOf } from './case-head.tsx'
import styles from './viewer-page.module.css'

interface Props {
  viewerId: string
  orgId: string
  patientId: string
  /** Opened to compare it with another version. */
  compare?: true | undefined
  /** The scan of the scene that is compared, and the scan of another scene that it is compared with. */
  file?: number | undefined
  with?: number | undefined
}

/** A scene in the whole window; the case's organization becomes the current one (`organizations/current`). */
export function ViewerPage({ viewerId, orgId, patientId, compare, file, with: other }: Props) {
  const { me, organization, switchOrganization } = useSession()
  const id = Number(orgId)
  useEffect(() => {
    if (organization?.id !== id && me.organizations.some((membership) => membership.id === id)) switchOrganization(id)
  }, [id, organization, me, switchOrganization])
  const { data, error, isPending } = useQuery(query(patients.get, { params: { id: Number(patientId) } }))
  const patient = data?.patient
  useCaseOpened(Number(patientId))
  // Beside the model where there is room; elsewhere over it, on request.
  const [teethShown, setTeethShown] = useState(() => matchMedia('(min-width: 75em)').matches)
  const form = patient && isSceneOf(patient, viewerId) ? patient.rx_form : null
  const teeth = form && form.tooth_chart.length > 0 ? form : null
  const onSeen = useSetupSeen(patient, viewerId)
  const router = useRouter()
  const casePage = useCasePage()
  return (
    <div className={styles.page}>
      <CaseHead
        id={Number(patientId)}
        patient={patient}
        problem={error && !patient ? messageOf(error) : null}
        viewerId={viewerId}
        beside={
          teeth && (
            <button
              type="button"
              className={styles.toggle}
              aria-pressed={teethShown}
              onClick={() => setTeethShown(!teethShown)}
            >
              Tooth chart
            </button>
          )
        }
      />
      <div className={styles.model}>
        {!isPending && (
          <ViewerFrame
            key={[viewerId, file, other].join()}
            patientId={Number(patientId)}
            viewerId={viewerId}
            files={patient && filesOf(patient, viewerId)}
            title={patient ? `3D view of case ${caseNumberOf(patient)}` : '3D view'}
            tool={compare && 'compare'}
            pair={file === undefined ? undefined : { file, with: other }}
            fill
            onSeen={onSeen}
            onWriteAbout={(photoId) => {
              messageBegun.send(Number(patientId), { photoId })
              void router.navigate({ ...casePage(Number(patientId)), hash: conversationAnchor })
            }}
          />
        )}
        {teeth && teethShown && (
          <aside className={styles.beside} data-bar aria-label="Tooth chart">
            <h2>{chartTitle(teeth.tooth_numbering)}</h2>
            <ToothChartView chart={teeth.tooth_chart} numbering={teeth.tooth_numbering} />
          </aside>
        )}
      </div>
    </div>
  )
}
