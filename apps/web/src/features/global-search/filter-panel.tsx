import { organizations } from '@archwire/contract/client/organizations'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { DaysChip } from '../../ui/list/days-chip.tsx'
import { FacetBox } from './facet-box.tsx'
import { facets, isOffered, sortOptions } from './facets.ts'
import type { FacetCounts } from './found.ts'
import styles from './global-search.module.css'
import type { Choices } from './use-choices.ts'

const byRelevance = 'While a keyword is set, the most relevant come first.'

interface Props {
  choices: Choices
  /** An order as the address writes it. */
  sort: string
  onSort: (sort: string) => void
  counts: FacetCounts | undefined
  seesArchived: boolean
  today: ReturnType<typeof useLabClock>['today']
  /** Download CSV. */
  download: ReactNode
}

/** The left panel: what is looked at, in which order, and the filters. */
export function FilterPanel({ choices, sort, onSort, counts, seesArchived, today, download }: Props) {
  const id = useId()
  const types = useQuery(query(organizations.types, {}))
  const typeOptions = types.data?.data.map((type) => ({ id: String(type.id), label: type.name })) ?? []
  const hasKeyword = choices.valueOf('filter[search]') !== ''
  return (
    <div className={styles.filters}>
      {seesArchived && (
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={choices.valueOf('filter[archived]') === '1'}
            onChange={({ currentTarget }) => choices.set('filter[archived]', currentTarget.checked ? '1' : '')}
          />
          Archived
        </label>
      )}
      <DaysChip
        label="Joined Date"
        value={choices.valueOf('filter[joined_between]')}
        onChange={(value) => choices.set('filter[joined_between]', value)}
        today={today}
        max={today}
      />
      <Field id={id} label="Sort By" help={hasKeyword ? byRelevance : undefined}>
        <Select
          id={id}
          options={sortOptions}
          value={sort}
          disabled={hasKeyword}
          help={hasKeyword ? byRelevance : undefined}
          onChange={(next) => onSort(next ?? '')}
        />
      </Field>
      {download}
      {facets.map((facet) => {
        const options = (facet.options ?? typeOptions).filter((option) => isOffered(facet, option, seesArchived))
        return (
          options.length > 0 && (
            <FacetBox
              key={facet.key}
              facet={facet}
              options={options}
              counts={counts?.[facet.key]}
              value={choices.valueOf(facet.key)}
              onChange={(value) => choices.set(facet.key, value)}
            />
          )
        )
      })}
    </div>
  )
}
