import { organizations } from '@archwire/contract/client/organizations'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { ChoiceChip, TextChip, ToggleChip } from '../../ui/list/filter-chips.tsx'
import type { ListState } from '../../ui/list/list-state.ts'
import type { traysSearch } from './search.ts'

const flags = [
  ['filter[only_on_hold]', 'Only On-hold'],
  ['filter[active_only]', 'Active Only'],
  ['filter[rush_case_only]', 'Rush Case Only'],
  ['filter[shipping]', 'Shipping'],
  ['filter[archived_only]', 'Archived Only'],
] as const

/** Types of organizations, for people who assign them (`organizations/types`). */
function TypeChip(field: { value: string; onChange: (value: string) => void }) {
  const { me } = useSession()
  const seesTypes = allowed(me, undefined, 'organizations.assign-organization-type')
  const { data } = useQuery({ ...query(organizations.types, {}), enabled: seesTypes })
  if (!seesTypes || !data) return null
  return (
    <ChoiceChip label="Organization type" options={data.data.map(({ id, name }) => ({ id, label: name }))} {...field} />
  )
}

/** The filters that both tabs have, and the order of what they list. */
export const TrayFilters = ({ list }: { list: ListState<typeof traysSearch> }) => (
  <>
    <TextChip label="Doctor or organization" {...list.field('filter[doctor_or_organization]')} />
    <TypeChip {...list.field('filter[organization_type]')} />
    {flags.map(([key, label]) => (
      <ToggleChip
        key={key}
        label={label}
        on={list.valueOf(key) === '1'}
        onChange={(on) => list.set({ [key]: on ? '1' : '' })}
      />
    ))}
    <ToggleChip
      label="Oldest first"
      on={list.valueOf('sort') === 'created_at'}
      onChange={(on) => list.set({ sort: on ? 'created_at' : '' })}
    />
  </>
)
