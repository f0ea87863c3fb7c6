import { organizations } from '@archwire/contract/client/organizations'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../lib/query.ts'
import { organizationLabel } from '../lib/session.tsx'
import { FoundNote } from '../ui/found-note.tsx'
import { PickList } from '../ui/pick-list.tsx'

/** Queried this long after the last key (`screens/search`). */
const searchDelayMs = 500

export interface Named {
  id: number
  name: string
  account_number: string
}

/** Organizations by name or number, the chosen ones first. */
export function OrganizationPicker({
  chosen,
  named,
  onChoose,
}: {
  chosen: number[]
  named: readonly Named[]
  onChoose: (ids: number[]) => void
}) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), searchDelayMs)
  const found = useQuery({
    ...query(organizations.list, { query: { searchString: asked } }),
    placeholderData: keepPreviousData,
  })
  const waiting = asked !== text.trim() || found.isFetching
  const optionOf = (group: string) => (organization: Named) => ({
    key: String(organization.id),
    label: organizationLabel(organization),
    chosen: chosen.includes(organization.id),
    group,
  })
  const others = (found.data?.organizations ?? []).filter(({ id }) => !chosen.includes(id))
  const options = [
    ...(text === '' ? named.map(optionOf('Chosen')) : []),
    ...others.map(optionOf(text === '' && named.length > 0 ? 'Others' : '')),
  ]
  const more = (found.data?.meta.total ?? 0) - (found.data?.organizations.length ?? 0)
  const toggle = (id: number) =>
    onChoose(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  return (
    <PickList
      label="Organizations"
      multiple
      options={options}
      waiting={waiting}
      onPick={({ key }) => toggle(Number(key))}
      search={{ value: text, onChange: setText, placeholder: 'Search by name or account number' }}
    >
      <FoundNote shown={options.length} more={more} none="No organization matches." found={found} />
    </PickList>
  )
}
