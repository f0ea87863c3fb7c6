import { customerRequests } from '@archwire/contract/client/customer-requests'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AssignPrint, ShippingButton } from '../../features/requests/index.ts'
import { PrintTechnician, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { Section } from '../../ui/page.tsx'
import { ErrorState, Note } from '../../ui/states.tsx'
import { FlawedWork, TraysOfRequest } from '../case-parts/flawed-trays.tsx'
import styles from './patient-workflow.module.css'

/**
 * The technician and the steps of an open print, and of the correction of its trays: after approval they are the current
 * work, so they precede the setup's. A correction that waits precedes the print, with what is wrong and the place for
 * the corrected file (`corrections/first`).
 */
export function OpenPrint({ requestId }: { requestId: number }) {
  const { data, error, refetch } = useQuery(query(customerRequests.get, { params: { id: requestId } }))
  const request = data?.customer_request
  const link = (
    <Link className={styles.toRequest} to="/requests/$id" params={{ id: requestId }}>
      Request {requestId}
    </Link>
  )
  const correction = request && (
    <>
      <TraysOfRequest request={request} />
      <FlawedWork request={request} link={link} />
    </>
  )
  if (request && !request.printing_request) return correction
  const isFirst = request?.flawed_trays.some(({ corrected_file }) => corrected_file === null)
  return (
    <>
      {isFirst && correction}
      <Section
        title="Print"
        actions={
          <span className={styles.actions}>
            {request && <PrintTechnician request={request} />}
            {request?.printing_request && <AssignPrint request={request} print={request.printing_request} />}
            {request?.printing_request && <ShippingButton request={request} print={request.printing_request} />}
            {link}
          </span>
        }
      >
        {request ? (
          <PrintSteps request={request} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.loading} aria-hidden="true" />
        )}
      </Section>
      {!isFirst && correction}
    </>
  )
}

function PrintSteps({ request: { workflow, duplicated, printing_request: print } }: { request: CustomerRequest }) {
  const { me } = useSession()
  if (!workflow) return <Note>The practice makes this print itself.</Note>
  // The steps are the partner's to record; the lab reads them (`work/whose`).
  const isOfPartner = print?.assign_to === assignment.thirdParty && isStaff(roleOf(me))
  return (
    <>
      {isOfPartner && <Note>This is assigned to third party partner.</Note>}
      {/* The alert above all prints says that there are several. */}
      <WorkflowTable key={workflow.id} workflow={workflow} silent={duplicated || isOfPartner} />
    </>
  )
}
