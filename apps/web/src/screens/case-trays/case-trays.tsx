import { useCallback, useState } from 'react'
import { traysSearch, type Chosen } from '../../features/case-trays/index.ts'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'
import { FreeCases } from './free-cases.tsx'
import { TrayList } from './tray-list.tsx'

const tabs = [
  { value: '0', label: 'Cases' },
  { value: '1', label: 'Trays' },
]

/**
 * Trays of 8: the cases in no tray, of which up to eight are put into one, and the trays (`trays/of-eight`). Both tabs
 * have the same filters, and what was chosen stays chosen on every page of the list.
 */
export function CaseTrays(props: ListProps<typeof traysSearch>) {
  const list = useListState(traysSearch, props, { kept: ['idx'] })
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const choose = useCallback(
    ({ id, formatted_name }: Chosen) =>
      setChosen((now) =>
        now.some((each) => each.id === id) ? now.filter((each) => each.id !== id) : [...now, { id, formatted_name }],
      ),
    [],
  )
  const shown = list.valueOf('idx') === '1' ? '1' : '0'
  const head = (
    <StatusTabs
      label="Cases or trays"
      tabs={tabs}
      value={shown}
      onChange={(idx) => list.set({ idx: idx === '1' ? '1' : '' })}
    />
  )
  return shown === '1' ? (
    <TrayList list={list} search={list.query} tabs={head} />
  ) : (
    <FreeCases
      list={list}
      search={list.query}
      tabs={head}
      chosen={chosen}
      onChoose={choose}
      onClear={() => setChosen([])}
    />
  )
}
