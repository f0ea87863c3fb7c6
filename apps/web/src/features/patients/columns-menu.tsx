import type { CaseListColumn } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { DropDown } from '../../ui/drop-down.tsx'
import bar from '../../ui/list/filter-bar.module.css'
import { allColumns, columnLabels, usualColumns } from './list-columns.tsx'
import type { ChosenColumns } from './use-list-columns.ts'

interface Props extends ChosenColumns {
  /** Columns that this person may see. */
  offered: (column: CaseListColumn) => boolean
}

/** Which columns the lab's list shows, beside the patient's name (`work/columns`). */
export function ColumnsMenu({ chosen, choose, offered }: Props) {
  const [opened, setOpened] = useState(false)
  const shown = chosen ?? usualColumns
  const toggle = (column: CaseListColumn) => {
    const next = allColumns.filter((other) => shown.includes(other) !== (other === column))
    // The last one stays: a list of names alone would say nothing.
    if (next.length > 0) choose(next)
  }
  return (
    <DropDown
      opened={opened}
      onChange={setOpened}
      label="Columns"
      className={bar.picker}
      renderButton={(its) => (
        <Button
          {...its}
          size="compact-md"
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden="true" />}
        >
          Columns
        </Button>
      )}
    >
      <fieldset className={bar.choices}>
        <legend className="visually-hidden">Columns</legend>
        {allColumns.filter(offered).map((column) => (
          <label key={column}>
            <input type="checkbox" checked={shown.includes(column)} onChange={() => toggle(column)} />
            {columnLabels[column]}
          </label>
        ))}
      </fieldset>
      <button type="button" className={bar.reset} disabled={chosen === null} onClick={() => choose(null)}>
        Usual columns
      </button>
    </DropDown>
  )
}
