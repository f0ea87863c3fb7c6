import { rxForms } from '@archwire/contract/client/rx-forms'
import { users } from '@archwire/contract/client/users'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { staffRoles } from '@archwire/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query, useCall } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import styles from './workflow-table.module.css'

interface Person {
  id: number
  full_name: string
}

interface Props {
  label: string
  value: Person | null
  onChange: (person: Person | null) => void
}

/** The lab's people who do setups; tech_support may only choose itself, and a partner gets no list of its people. */
function useTechnicians(): Person[] {
  const { me } = useSession()
  const role = roleOf(me)
  const choosesOthers = role !== 'tech_support' && role !== 'lab_partner'
  const { data } = useQuery({
    ...query(users.list, { query: { roles: staffRoles.join(','), perPage: 100 } }),
    enabled: choosesOthers,
    staleTime: 5 * 60_000,
  })
  return choosesOthers ? (data?.users ?? []) : [me]
}

/** Who does it: one of the lab's people, or no one yet. */
export function TechnicianSelect({ label, value, onChange }: Props) {
  const technicians = useTechnicians()
  const known = value === null || technicians.some(({ id }) => id === value.id)
  const people = known ? technicians : [value, ...technicians]
  return (
    <select
      className={styles.person}
      aria-label={label}
      data-empty={value === null || undefined}
      value={value?.id ?? ''}
      onChange={({ currentTarget }) => onChange(people.find(({ id }) => String(id) === currentTarget.value) ?? null)}
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

/** Sets the technician of a case's setup; saved at once. */
export function TechnicianPicker({ patient }: { patient: Patient }) {
  const set = useCall(rxForms.managementData)
  const { rx_form: form, initial_case_setup: work } = patient
  if (!form || !work) return null
  if (!patient.can.work_steps) return <span>{work.assigned_to?.full_name ?? 'Unassigned'}</span>
  return (
    <TechnicianSelect
      label="Technician of the setup"
      value={work.assigned_to}
      onChange={(person) =>
        set.mutate({ params: { id: form.id }, body: { kind: 'initial_case_setup', assigned_to: person?.id ?? null } })
      }
    />
  )
}
