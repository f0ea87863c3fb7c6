import { organizations } from '@archwire/contract/client/organizations'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { PickerChip } from '../../ui/list/filter-chips.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import styles from './patients.module.css'

const searchDelayMs = 500

interface Props {
  /** The organization's id; empty: none. */
  value: string
  onChange: (value: string) => void
}

/** One practice, found by name or account number. */
export function PracticePicker({ value, onChange }: Props) {
  const { data, isPending } = useQuery({
    ...query(organizations.get, { params: { id: Number(value) } }),
    enabled: /^\d+$/.test(value),
    staleTime: 300_000,
  })
  const name = value === '' ? '' : data ? nameOf(data.organization) : isPending ? '…' : `no. ${value}`
  return (
    <PickerChip label="Practice" value={name} onClear={() => onChange('')}>
      {(close) => <Found onPick={(id) => (onChange(id), close())} />}
    </PickerChip>
  )
}

function Found({ onPick }: { onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), searchDelayMs)
  const found = useQuery({
    ...query(organizations.list, { query: { searchString: asked || undefined } }),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.organizations ?? []).map((organization) => ({
    key: String(organization.id),
    label: nameOf(organization),
    detail: numberBeside(organization),
  }))
  return (
    <div className={styles.practices}>
      <PickList
        label="Practices"
        options={options}
        waiting={asked !== text.trim() || found.isFetching}
        failed={found.isError}
        onPick={({ key }) => onPick(key)}
        search={{ value: text, onChange: setText, placeholder: 'Name or account number', keepsEscape: true }}
      >
        {found.error ? (
          <p className={styles.quiet} role="alert">
            {messageOf(found.error)}
          </p>
        ) : (
          options.length === 0 && (
            <p className={styles.quiet}>{found.isPending ? 'Loading…' : 'No practice matches.'}</p>
          )
        )}
      </PickList>
    </div>
  )
}
