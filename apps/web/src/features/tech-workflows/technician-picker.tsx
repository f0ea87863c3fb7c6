import { customerRequests } from '@archwire/contract/client/customer-requests'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { useRef } from 'react'
import { useCall } from '../../lib/query.ts'
import { useTechnicians, type Person } from '../case/technicians.ts'
import styles from './workflow-table.module.css'

interface Props {
  label: string
  value: Person | null
  onChange: (person: Person | null) => void
}

/**
 * Who does it: one of the lab's people, or no one yet. `onChosen` follows a choice with a pointer: the keys of a closed
 * list choose one person after the other.
 */
export function TechnicianSelect({ label, value, onChange, onChosen }: Props & { onChosen?: () => void }) {
  const technicians = useTechnicians()
  const typed = useRef(false)
  const known = value === null || technicians.some(({ id }) => id === value.id)
  const people = known ? technicians : [value, ...technicians]
  return (
    <select
      className={styles.person}
      aria-label={label}
      data-empty={value === null || undefined}
      value={value?.id ?? ''}
      onPointerDown={() => (typed.current = false)}
      onKeyDown={() => (typed.current = true)}
      onChange={({ currentTarget }) => {
        onChange(people.find(({ id }) => String(id) === currentTarget.value) ?? null)
        if (!typed.current) onChosen?.()
      }}
    >
      <option value="">Unassigned</option>
      {people.map(({ id, full_name }) => (
        <option key={id} value={id} translate="no">
          {full_name}
        </option>
      ))}
    </select>
  )
}

interface OfWork extends Props {
  work: Pick<TechWorkflow, 'can'>
}

/** The technician of a piece of work; only its name while it is not this person's to choose. */
const Technician = ({ work, ...select }: OfWork) => (
  <span className={styles.technician}>
    Technician{' '}
    {work.can.edit ? <TechnicianSelect {...select} /> : <span>{select.value?.full_name ?? 'Unassigned'}</span>}
  </span>
)

/** Sets the technician of a case's setup; saved at once. */
export function TechnicianPicker({ patient }: { patient: Patient }) {
  const set = useCall(rxForms.managementData, { announce: 'aloud' })
  const { rx_form: form, initial_case_setup: work } = patient
  if (!form || !work) return null
  return (
    <Technician
      work={work}
      label="Technician of the setup"
      value={work.assigned_to}
      onChange={(person) =>
        set.mutate({ params: { id: form.id }, body: { kind: 'initial_case_setup', assigned_to: person?.id ?? null } })
      }
    />
  )
}

/** Sets the technician of a print; saved at once (`work/technician`). */
export function PrintTechnician({ request }: { request: Pick<CustomerRequest, 'id' | 'workflow'> }) {
  const set = useCall(customerRequests.managementData, { announce: 'aloud' })
  const { workflow: work } = request
  if (!work) return null
  return (
    <Technician
      work={work}
      label={`Technician of the print of request ${request.id}`}
      value={work.assigned_to}
      onChange={(person) =>
        set.mutate({
          params: { id: request.id },
          body: { kind: 'printing_request', assigned_to: person?.id ?? null },
        })
      }
    />
  )
}

/** Sets the technician of the work on the flawed trays of a request; saved at once (`work/technician`). */
export function CorrectionTechnician({ request }: { request: Pick<CustomerRequest, 'id' | 'flawed_trays_workflow'> }) {
  const set = useCall(customerRequests.managementData, { announce: 'aloud' })
  const { flawed_trays_workflow: work } = request
  if (!work) return null
  return (
    <Technician
      work={work}
      label={`Technician of the tray correction of request ${request.id}`}
      value={work.assigned_to}
      onChange={(person) =>
        set.mutate({ params: { id: request.id }, body: { kind: 'flawed_tray', assigned_to: person?.id ?? null } })
      }
    />
  )
}
