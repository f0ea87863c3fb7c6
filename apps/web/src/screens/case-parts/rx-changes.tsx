import { rxForms } from '@archwire/contract/client/rx-forms'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { ChangeList } from './change-list.tsx'
import styles from './rx-changes.module.css'

/** Changes of the Rx form that others made, until the reader says so: work must not go on from what is no more. */
export function UnreadRxChanges({ patient: { rx_form, rx_form_unread: unread } }: { patient: Patient }) {
  const read = useCall(rxForms.revisionsSeen, { announce: 'aloud' })
  const [newest] = unread
  if (!rx_form || !newest) return null
  return (
    <section className={styles.band} aria-label="Rx form changed">
      {unread.map(({ version, user_name, at, after_approval, changes }) => (
        <div key={version}>
          <header>
            <h2>{user_name} changed the Rx form</h2>
            <Ago at={at} />
          </header>
          {after_approval && <small>After the approval: what is done stays as it is.</small>}
          <ChangeList changes={changes} />
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        loading={read.isPending}
        onClick={() => read.mutate({ params: { id: rx_form.id }, body: { up_to_version: newest.version } })}
      >
        I have read this
      </Button>
    </section>
  )
}

/** How the form was changed since it was submitted, and who read it; fetched when somebody asks. */
export function RxRevisions({ form }: { form: RxForm }) {
  const [opened, setOpened] = useState(false)
  if (form.version === 1) return null
  return (
    <details className={styles.revisions} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>Changed since it was submitted</summary>
      {opened && <Revisions id={form.id} />}
    </details>
  )
}

function Revisions({ id }: { id: number }) {
  const { data, isError } = useQuery(query(rxForms.revisions, { params: { id } }))
  if (isError) return <p>The changes could not be read. Please try again.</p>
  if (!data) return <p>Reading the changes…</p>
  if (data.revisions.length === 0) return <p>Only names, number or suffix of the case were corrected.</p>
  return (
    <ol className={styles.list}>
      {data.revisions.map(({ version, at, user_name, after_approval, changes, seen_by }) => (
        <li key={version}>
          <header>
            <b translate="no">{user_name}</b> <time dateTime={at}>{formatInstant(at)}</time>
            {after_approval && ' after the approval'}
          </header>
          <ChangeList changes={changes} />
          <small>
            {seen_by.length === 0
              ? 'No one has confirmed reading this yet.'
              : `Read by ${seen_by.map((reader) => `${reader.name}, ${formatInstant(reader.at)}`).join('; ')}`}
          </small>
        </li>
      ))}
    </ol>
  )
}
