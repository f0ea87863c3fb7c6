import { customerRequests } from '@archwire/contract/client/customer-requests'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './patient-workflow.module.css'

/** The steps of the open print: after approval they are the current work, so they precede the setup's. */
export function OpenPrint({ requestId }: { requestId: number }) {
  const { data, error, refetch } = useQuery(query(customerRequests.get, { params: { id: requestId } }))
  const workflow = data?.customer_request.workflow
  if (data && !workflow) return null
  return (
    <Section
      title="Print"
      actions={
        <Link className={styles.toRequest} to="/requests/$id" params={{ id: requestId }}>
          Request {requestId}
        </Link>
      }
    >
      {workflow ? (
        <WorkflowTable key={workflow.id} workflow={workflow} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.loading} aria-hidden="true" />
      )}
    </Section>
  )
}
