import { organizations } from '@archwire/contract/client/organizations'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import styles from './patients.module.css'

const searchDelayMs = 500

/** The practices that a typed text finds. */
export default function FoundPractices({ onPick }: { onPick: (id: string) => void }) {
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
        search={{
          value: text,
          onChange: setText,
          placeholder: 'Name or account number',
          icon: null,
          keepsEscape: true,
        }}
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
