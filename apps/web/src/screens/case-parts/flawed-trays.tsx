import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import { viewerPath } from '../../features/patients/index.ts'
import { CorrectionTechnician, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './case-page.module.css'

const TrayList = lazy(async () => ({
  default: (await import('../../features/flawed-trays/tray-list.tsx')).TrayList,
}))

/** The flawed trays of a request, and for the lab and its partners the work on them (`corrections/tray`, `corrections/work`). */
export function FlawedTrays({ request }: { request: CustomerRequest }) {
  const { me } = useSession()
  return (
    <>
      <TraysOfRequest request={request} />
      {me.is_management && <FlawedWork request={request} />}
    </>
  )
}

/** What is wrong with the trays of a request, and the place for their corrected files (`corrections/tray`). */
export function TraysOfRequest({ request }: { request: CustomerRequest }) {
  const { patient, organization_id, flawed_trays: trays } = request
  return (
    trays.length > 0 && (
      <Section title="Flawed Trays">
        <Suspense fallback={null}>
          <TrayList
            request={request}
            compareAt={(viewerId, { file, with: before }) =>
              `${viewerPath({ ...patient, organization_id }, viewerId)}?compare=true&file=${file}${before === undefined ? '' : `&with=${before}`}`
            }
          />
        </Suspense>
      </Section>
    )
  )
}

interface Props {
  request: CustomerRequest
  /** The way to the request, where this is not its page. */
  link?: ReactNode
}

/** The technician, the state and the steps of the work on the flawed trays of a request (`corrections/work`). */
export function FlawedWork({ request, link }: Props) {
  const { flawed_trays_workflow: work } = request
  if (!work) return null
  const status = Object.values(flawedWorkStatuses).find(({ id }) => id === request.flawed_trays_status_id)
  return (
    <Section
      title="Tray correction"
      actions={
        <span className={styles.actions}>
          {status && <StatusBadge status={status} />}
          <CorrectionTechnician request={request} />
          {link}
        </span>
      }
    >
      {/* The alert above the requests says that there are several. */}
      <WorkflowTable key={work.id} workflow={work} silent={request.duplicated} />
    </Section>
  )
}
