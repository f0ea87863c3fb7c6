import { organizations } from '@archwire/contract/client/organizations'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { query } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { PickerChip } from '../../ui/list/filter-chips.tsx'
import styles from './patients.module.css'

/** A chunk of its own, as the panel that it is in. */
const FoundPractices = lazy(() => import('./found-practices.tsx').catch(() => ({ default: NotLoaded })))

const NotLoaded = () => (
  <p tabIndex={-1} data-autofocus className={styles.quiet}>
    The search could not be loaded. Reload the page to try again.
  </p>
)

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
      {(close) => (
        <Suspense fallback={<div tabIndex={-1} data-autofocus className={styles.practices} />}>
          <FoundPractices onPick={(id) => (onChange(id), close())} />
        </Suspense>
      )}
    </PickerChip>
  )
}
