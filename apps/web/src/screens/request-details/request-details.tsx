import { customerRequests } from '@archwire/contract/client/customer-requests'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useCaseOpened } from '../../features/notifications/use-case-opened.ts'
import { CaseHistory } from '../../features/patients/index.ts'
import {
  AssignPrint,
  CancelRequest,
  CompleteRequest,
  EditItems,
  EditShipping,
  Labels,
  PrintItems,
  requestOffer,
  RequestStatus,
  ShippingDetails,
  suppliesOf,
} from '../../features/requests/index.ts'
import { OpenSteps, PrintTechnician, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { caseNumberOf } from '../../lib/case-number.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { StatusBadge, Tag } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { FlawedTrays } from '../case-parts/flawed-trays.tsx'
import styles from './request-details.module.css'

/** A request from approval to the parcel: what is printed, how it ships, the lab's steps and labels. Buttons come from `can`. */
export function RequestDetails({ id }: { id: number }) {
  const { customer_request: request } = useSuspenseQuery(query(customerRequests.get, { params: { id } })).data
  const { me } = useSession()
  const { patient, printing_request: print, workflow } = request
  useCaseOpened(patient.id)
  const list = useLocation({ select: ({ state }) => state.requests })
  return (
    <Page
      above={{ label: 'Requests', to: '/requests', search: list ?? {} }}
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
          <LinkButton to={`/patient-details/${patient.id}`} command="See the patient" variant="default">
            See Patient
          </LinkButton>
          <CancelRequest request={request} />
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
      {request.duplicated && <Note tone="error">{duplicateRequests}</Note>}
      <RequestStatus request={request} />
      <FlawedTrays request={request} />
      {print && <PrintSection request={request} print={print} />}
      {workflow && me.is_management && (
        <Section title="Print steps" actions={<PrintTechnician request={request} />}>
          {/* The alert above explains why nothing can be done. */}
          <WorkflowTable key={workflow.id} workflow={workflow} silent={request.duplicated} />
        </Section>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {print && me.is_management && (
            <Section title="Labels">
              <Labels request={request} />
            </Section>
          )}
          <Supplies request={request} />
          <RequestFacts request={request} />
        </div>
        <Section title="History">
          <CaseHistory patientId={patient.id} />
        </Section>
      </div>
    </Page>
  )
}

/** What is printed and where it ships, with the dialog that changes the shipping. */
function PrintSection({ request, print }: { request: CustomerRequest; print: PrintingRequest }) {
  const [editing, setEditing] = useState<'shipping' | 'items' | null>(null)
  const shipping = requestOffer(request, 'edit_shipping')
  const items = requestOffer(request, 'edit_items') ?? requestOffer(request, 'delete_items')
  const close = () => setEditing(null)
  return (
    <Section
      title="Print Request"
      actions={
        <div className={styles.actions}>
          <AssignPrint request={request} print={print} />
          {items && (
            <ActionButton variant="default" size="compact-md" why={items.why} onClick={() => setEditing('items')}>
              Edit items
            </ActionButton>
          )}
          {shipping && (
            <ActionButton variant="default" size="compact-md" why={shipping.why} onClick={() => setEditing('shipping')}>
              Edit shipping
            </ActionButton>
          )}
        </div>
      }
    >
      <div className={styles.print}>
        <PrintItems print={print} />
        <ShippingDetails request={request} />
      </div>
      {editing === 'shipping' && <EditShipping print={print} onClose={close} />}
      {editing === 'items' && <EditItems request={request} print={print} onClose={close} />}
    </Section>
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
