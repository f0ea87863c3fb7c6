import { organizations } from '@archwire/contract/client/organizations'
import { counted } from '@archwire/contract/core/counted.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { SetChip } from '../../ui/list/filter-chips.tsx'

/** Shows that the lab's global filter narrows this list, and by what; removing it here removes it everywhere. */
export function ChosenOrganizationsChip({
  search: { chosen_wi_organization_id: ids = '' },
  onClear,
}: {
  search: { chosen_wi_organization_id?: string }
  onClear: (value: '') => void
}) {
  const count = ids === '' ? 0 : ids.split(',').length
  const { data } = useQuery({
    ...query(organizations.list, { query: { ids, perPage: 200 } }),
    enabled: count > 0,
    staleTime: 300_000,
  })
  if (count === 0) return null
  const [first] = data?.organizations ?? []
  const label = count === 1 && first ? nameOf(first) : counted(count, 'organization')
  return <SetChip label={`Only ${label}`} onClear={() => onClear('')} />
}
