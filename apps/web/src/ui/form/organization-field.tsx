import { organizations } from '@archwire/contract/client/organizations'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { organizationLabel } from '../../lib/session.tsx'
import { DropDown } from '../drop-down.tsx'
import { FoundNote } from '../found-note.tsx'
import { Field, type FieldProps } from './field.tsx'
import type { KeysOf } from './store.ts'
import { useChoice } from './use-choice.ts'
import { PickList } from '../pick-list.tsx'
import styles from './organization-field.module.css'

const searchDelayMs = 500

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K> {
  kind: 'practice' | 'partner'
}

/** One organization of a kind, found by name or account number. */
export function OrganizationField<V extends object, K extends KeysOf<V, number | null>>(props: Props<V, K>) {
  const { form, name, kind, onChange, ...field } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const chosen = value as number | null
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({
    ...query(organizations.list, { query: { ids: String(chosen), kind } }),
    enabled: chosen !== null,
  })
  const label =
    chosen === null ? 'Choose…' : data?.organizations[0] ? organizationLabel(data.organizations[0]) : 'Loading…'
  return (
    <Field {...field} id={id} error={error} group>
      <DropDown
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        pick
        renderButton={(its) => (
          <span className={styles.chosen}>
            <Button
              {...its}
              variant="default"
              justify="space-between"
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              aria-label={`${field.label}: ${label}`}
            >
              {label}
            </Button>
            {chosen !== null && (
              <Button variant="default" onClick={() => choose(null as V[K])}>
                Clear
              </Button>
            )}
          </span>
        )}
      >
        <Found
          kind={kind}
          onPick={(picked) => {
            choose(picked as V[K])
            setOpened(false)
          }}
        />
      </DropDown>
    </Field>
  )
}

function Found({ kind, onPick }: { kind: 'practice' | 'partner'; onPick: (id: number) => void }) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), searchDelayMs)
  const found = useQuery({
    ...query(organizations.list, { query: { kind, searchString: asked || undefined } }),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.organizations ?? []).map((organization) => ({
    key: String(organization.id),
    label: organizationLabel(organization),
  }))
  const more = (found.data?.meta.total ?? 0) - options.length
  return (
    <PickList
      label="Organizations"
      options={options}
      waiting={asked !== text.trim() || found.isFetching}
      onPick={({ key }) => onPick(Number(key))}
      search={{ value: text, onChange: setText, placeholder: 'Search by name or account number' }}
    >
      <FoundNote shown={options.length} more={more} none="No organization matches." found={found} />
    </PickList>
  )
}
