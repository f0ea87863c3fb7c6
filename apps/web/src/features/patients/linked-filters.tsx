import { organizations } from '@archwire/contract/client/organizations'
import { users } from '@archwire/contract/client/users'
import type { PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { flawCauseNames, flawCauses } from '@archwire/contract/flaw-causes.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { assignments, impressionTypes, labelOf, products } from '@archwire/contract/rx-forms/options.ts'
import { shippingMethods } from '@archwire/contract/shipping/methods.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDays } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { SetChip } from '../../ui/list/filter-chips.tsx'
import type { ListSearch } from './list-search.ts'

const kinds: Record<string, { label: string; states: StatusNames }> = {
  initial_case_setup: { label: 'Initial case setup', states: rxFormStatuses },
  printing_request: { label: 'Print request', states: printingRequestStatuses },
  flawed_tray: { label: 'Flawed tray', states: flawedWorkStatuses },
}
type StatusNames = Record<string, { id: number; label: string }>

/** `printing_request.0,initial_case_setup.2` → "Print request, Initial case setup in progress" */
const workOf = (value: string): string =>
  value
    .split(',')
    .map((pair) => {
      const [kind = '', state = '0'] = pair.split('.')
      const chosen = kinds[kind]
      const status = Object.values(chosen?.states ?? {}).find(({ id }) => id === Number(state))
      return [chosen?.label ?? kind, status?.label.toLowerCase()].filter(Boolean).join(' ')
    })
    .join(', ')

/** Work that people look for, by kind and state, as `requestTypeStatus` writes it. */
export const workOptions = Object.keys(kinds).flatMap((kind) =>
  [0, ...Object.values(kinds[kind]!.states).map(({ id }) => id)].map((state) => {
    const pair = `${kind}.${state}`
    return { id: pair, label: workOf(pair) }
  }),
)

const namesOf = (options: readonly { id: number; label: string }[], value: string): string =>
  options
    .filter(({ id }) => value.split(',').includes(String(id)))
    .map(({ label }) => label)
    .join(', ')

/** What `created_at_between` applies to: the case, or the searched work; of setups that is the Rx form. */
export const createdLabel = ({ requestTypeStatus }: ListSearch): string => {
  if (!requestTypeStatus) return 'Created'
  return requestTypeStatus.split(',').every((pair) => pair.startsWith('initial_case_setup')) ? 'Submitted' : 'Requested'
}

/** Filters from a link elsewhere; each shows its value and can be removed. Filters with a picker are shown there. */
const linked: Partial<Record<PatientSearchKey, (value: string, search: ListSearch) => string>> = {
  requestTypeStatus: (value) => `Work: ${workOf(value)}`,
  'filter[created_at_between]': (value, search) => `${createdLabel(search)}: ${formatDays(value)}`,
  'filter[shipped_between]': (value) => `Shipped: ${formatDays(value)}`,
  'filter[approved_between]': (value) => `Approved: ${formatDays(value)}`,
  'filter[first_round_only]': (value) => (value === '1' ? 'No changes asked' : 'Changes asked or not'),
  'filter[flaw_cause]': (value) =>
    `Cause: ${flawCauseNames
      .filter((id) => value.split(',').includes(id))
      .map((id) => flawCauses[id])
      .join(', ')}`,
  'filter[worked_between]': (value) => `Step finished: ${formatDays(value)}`,
  'filter[worked_step]': (value) => `Finished step: ${value.replaceAll(',', ', ')}`,
  'filter[worked_by]': (value) => `Finished by: no. ${value}`,
  'filter[assigned_to]': (value) => `Technician: no. ${value}`,
  'filter[completed_case_between]': (value) => `Completed: ${formatDays(value)}`,
  'filter[ship_date_between]': (value) => `Ship date: ${formatDays(value)}`,
  'filter[impression_type]': (value) => `Impression: ${namesOf(impressionTypes, value)}`,
  requestAssignments: (value) => `Assigned to: ${namesOf(assignments, value)}`,
  'filter[insert_brackets]': (value) => (value === '1' ? 'With brackets' : 'With or without brackets'),
  'filter[late_only]': (value) => (value === '1' ? 'Late' : 'Late or not'),
  'filter[at_risk_only]': (value) => (value === '1' ? 'At risk' : 'At risk or not'),
  'filter[stuck_only]': (value) => (value === '1' ? 'Stuck' : 'Stuck or not'),
  'filter[arriving_only]': (value) => (value === '1' ? 'Arrives this week' : 'Arrives this week or not'),
  'filter[unassigned_only]': (value) => (value === '1' ? 'Unassigned' : 'Assigned or not'),
  'filter[rush_case_only]': (value) => (value === '1' ? 'Rush cases' : 'Rush cases too'),
  'filter[products_list]': (id) => `Product: ${labelOf(products, Number(id)) || id}`,
  'filter[cancelled]': (value) => (value === '1' ? 'Canceled only' : 'Not canceled'),
  'filter[with_cancelled]': (value) => (value === '1' ? 'Canceled too' : 'Not canceled'),
  'filter[archived_only]': (value) => (value === '1' ? 'Archived only' : 'Not archived'),
  'filter[locations]': (value) => `Locations: ${value.split(',').length}`,
  'filter[doctor_or_organization]': (value) => `Doctor or practice: ${value}`,
  'filter[organization_type]': (value) => `Organization types: ${value.split(',').length}`,
  'filter[shipping]': (value) => (value === '1' ? 'Ships next' : 'Ships next or not'),
  'filter[without_tray]': (value) => (value === '1' ? 'In no tray' : 'In a tray or not'),
  'filter[only_deleted]': (value) => (value === '1' ? 'Archived only' : 'Not archived'),
  'filter[customer_service_manager]': (value) => `Customer service manager: no. ${value}`,
  'filter[request_step]': (value) => `Next step: ${value.replaceAll(',', ', ')}`,
  'filter[shipping_type_filter]': (value) =>
    `Shipping method: ${shippingMethods
      .filter(({ id }) => value.split(',').includes(id))
      .map(({ label }) => label)
      .join(', ')}`,
  'filter[tracking_number]': (value) => `Tracking number: ${value}`,
}

interface Props {
  search: ListSearch
  onClear: (key: PatientSearchKey) => void
  /** Filters for which the list has a picker of its own. */
  picked: readonly PatientSearchKey[]
}

export const LinkedFilters = ({ search, onClear, picked }: Props) => (
  <>
    {(['queryOrganization', 'filter[organization_id]'] as const).map((key) => {
      const id = search[key]
      return id && !picked.includes(key) && <PracticeChip key={key} id={id} onClear={() => onClear(key)} />
    })}
    {(['queryUser', 'filter[user_id]'] as const).map((key) => {
      const name = key === 'queryUser' ? search.queryName : undefined
      return search[key] && <DoctorChip key={key} id={search[key]} name={name} onClear={() => onClear(key)} />
    })}
    {Object.entries(linked).map(([name, labelOf]) => {
      const key = name as PatientSearchKey
      const value = search[key]
      return (
        value &&
        !picked.includes(key) && <SetChip key={key} label={labelOf(value, search)} onClear={() => onClear(key)} />
      )
    })}
  </>
)

/** Whose cases these are, by name: an address holds the number alone. */
function PracticeChip({ id, onClear }: { id: string; onClear: () => void }) {
  const { data, isPending } = useQuery({
    ...query(organizations.get, { params: { id: Number(id) } }),
    enabled: /^\d+$/.test(id),
    staleTime: 300_000,
  })
  const name = data ? nameOf(data.organization) : isPending ? '…' : `no. ${id}`
  return <SetChip label={`Practice: ${name}`} onClear={onClear} />
}

/** Whose cases these are: a link may name the doctor, else the lab looks the name up. */
function DoctorChip({ id, name, onClear }: { id: string; name: string | undefined; onClear: () => void }) {
  const { me } = useSession()
  const asks = name === undefined && me.is_management && /^\d+$/.test(id)
  const { data, isLoading } = useQuery({
    ...query(users.get, { params: { id: Number(id) } }),
    enabled: asks,
    staleTime: 300_000,
  })
  const shown = name ?? data?.user.full_name ?? (isLoading ? '…' : `no. ${id}`)
  return <SetChip label={`Doctor: ${shown}`} onClear={onClear} />
}
