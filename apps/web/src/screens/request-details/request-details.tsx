import { customerRequests } from '@archwire/contract/client/customer-requests'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCaseOpened } from '../../features/notifications/use-case-opened.ts'
import { CaseHistory } from '../../features/patients/index.ts'
import {
  CancelRequest,
  CompleteRequest,
  Labels,
  PrintFiles,
  RequestStatus,
  suppliesOf,
} from '../../features/requests/index.ts'
import { OpenSteps, PrintTechnician, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { caseNumberOf } from '../../features/case/case-number.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { StatusBadge, Tag } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { FlawedTrays } from '../case-parts/flawed-trays.tsx'
import { ReportMisfitOf } from '../case-parts/report-misfit.tsx'
import { SpecialInstructions } from '../case-parts/special-instructions.tsx'
import { PrintSection } from './print-section.tsx'
import styles from './request-details.module.css'

/**
 * A request from approval to the parcel, in the order of its work: what is printed and how it ships, labels and files, the
 * lab's steps. Buttons come from `can`.
 */
export function RequestDetails({ id }: { id: number }) {
  const { customer_request: request } = useSuspenseQuery(query(customerRequests.get, { params: { id } })).data
  const { me } = useSession()
  const { patient, printing_request: print, workflow } = request
  useCaseOpened(patient.id)
  const list = useLocation({ select: ({ state }) => state.requests })
  const packed = (
    <>
      {print && (
        <Section title="Files to print">
          <PrintFiles request={request} />
        </Section>
      )}
      <Supplies request={request} />
    </>
  )
  return (
    <Page
      above={{ label: 'Requests', to: '/requests', search: list ?? {}, state: { row: id } }}
      title={patient.full_name}
      badge={
        <>
          <StatusBadge status={request.status} />
          {request.duplicated && <Tag tone="bright">Duplicated</Tag>}
          {patient.is_on_hold && <Tag tone="red">On hold</Tag>}
        </>
      }
      subtitle={
        <>
          <span>Request {request.id}</span>
          <CopyText text={caseNumberOf(patient)} command="Copy the case number" />
          {patient.doctor_name && <span>{patient.doctor_name}</span>}
          <span>{request.organization_name}</span>
        </>
      }
      actions={
        <>
          {print?.tracking_number && !me.is_management && (
            <ReportMisfitOf patientId={patient.id} requestId={request.id} />
          )}
          <CancelRequest request={request} />
          <LinkButton to={`/patient-details/${patient.id}`} command="See the patient" variant="default">
            See Patient
          </LinkButton>
          <CompleteRequest
            request={request}
            openSteps={
              <>
                <OpenSteps workflow={request.workflow} />
                {me.is_management && <OpenSteps workflow={request.flawed_trays_workflow} />}
              </>
            }
          />
        </>
      }
    >
      <SpecialInstructions text={request.special_instructions} />
      {request.duplicated && <Note tone="error">{duplicateRequests}</Note>}
      <RequestStatus request={request} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <FlawedTrays request={request} />
          {print && <PrintSection request={request} print={print} />}
          {print && me.is_management ? (
            <div className={styles.beside}>
              <Section title="Labels">
                <Labels request={request} />
              </Section>
              <div className={styles.main}>{packed}</div>
            </div>
          ) : (
            <div className={styles.beside}>{packed}</div>
          )}
        </div>
        {workflow && me.is_management && (
          <Section title="Print steps" actions={<PrintTechnician request={request} />}>
            {/* The alert above explains why nothing can be done. */}
            <WorkflowTable key={workflow.id} workflow={workflow} silent={request.duplicated} />
          </Section>
        )}
        <RequestFacts request={request} />
        <div className={styles.history}>
          <Section title="History">
            <CaseHistory patientId={patient.id} first={5} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function Supplies({ request }: { request: CustomerRequest }) {
  const supplies = suppliesOf(request)
  if (supplies.length === 0) return null
  return (
    <Section title="Supplies to pack">
      <ul className={styles.supplies}>
        {supplies.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )
}

const RequestFacts = ({ request }: { request: CustomerRequest }) => {
  const { patient } = request
  return (
    <Section title="Request Details">
      <DescriptionList
        columns
        items={[
          ['Doctor', patient.doctor_name],
          ['Patient', patient.full_name],
          ['Case Number', caseNumberOf(patient)],
          ['Suffix', patient.numeric_suffix === null ? '–' : `(${patient.numeric_suffix})`],
          ['Status', <StatusBadge key="status" status={request.status} />],
          ['Submitted Date', formatInstant(request.created_at)],
          ['Modified Date', formatInstant(request.updated_at)],
          ['Completed', request.completed_at && formatInstant(request.completed_at)],
        ]}
      />
    </Section>
  )
}
