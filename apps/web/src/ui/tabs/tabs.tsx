import { Tabs as TabRow } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab {
  /** Its place in the address: `?tab=1`. */
  value: string
  label: string
  /** That it exists for this record, and that this person may open it; absent: it is always there. */
  shown?: boolean
  /** Its part of the page, made when the tab is open. */
  render: () => ReactNode
}

interface Props {
  /** What the tabs are about, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The tab that the address names; one that is not shown, or none, is the first. */
  value: string | undefined
  /** Many parts: where there is room their tabs stand in a column beside the open one. */
  side?: boolean
  /** Called with the tab that a person chooses; the page writes it into its address, replacing the current entry. */
  onChange: (value: string) => void
}

/** Parts of one page, one at a time. Where only one is shown, it stands without a row of tabs. */
export function Tabs({ label, tabs, value, side = false, onChange }: Props) {
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const shown = tabs.filter((tab) => tab.shown !== false)
  const open = shown.find((tab) => tab.value === value) ?? shown[0]
  if (!open) return null
  if (shown.length === 1) return <>{open.render()}</>
  return (
    <TabRow
      unstyled
      keepMounted={false}
      className={side ? styles.side : undefined}
      orientation={side && wide ? 'vertical' : 'horizontal'}
      value={open.value}
      onChange={(next) => next !== null && next !== open.value && onChange(next)}
    >
      <TabRow.List aria-label={label} className={styles.list}>
        {shown.map((tab) => (
          <TabRow.Tab key={tab.value} value={tab.value} className={styles.tab} ref={tab === open ? reveal : undefined}>
            {tab.label}
          </TabRow.Tab>
        ))}
      </TabRow.List>
      <TabRow.Panel value={open.value} className={styles.panel}>
        {open.render()}
      </TabRow.Panel>
    </TabRow>
  )
}

/** On a phone the row is wider than the screen: the open tab is brought into view. */
const reveal = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
