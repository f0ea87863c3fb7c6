import { organizations } from '@archwire/contract/client/organizations'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { offer, type Offer } from '../../lib/offer.ts'
import { useCall } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './organizations.module.css'

export type Question = 'waive' | 'disable' | 'archive' | 'restore' | 'delete'
const StateQuestion = lazy(async () => ({ default: (await import('./state-question.tsx')).StateQuestion }))

interface Row {
  title: string
  text: string
  button: string
  command: string
  offered: Offer | null
  /** It ends the access of people: set apart from the others, at the end. */
  danger?: boolean
  busy?: boolean
  act: () => void
}

/** What the state of an organization can become: fee waived, disabled, archived, deleted, and back. */
export function OrganizationState({
  organization,
  onDeleted,
}: {
  organization: Organization
  onDeleted: () => unknown
}) {
  const [asked, setAsked] = useState<Question | null>(null)
  const enable = useCall(organizations.update, { announce: 'aloud' })
  const { id, version, kind, disabled_at, is_archived, startup_fee_paid } = organization
  const disabled = disabled_at !== null
  const rows: Row[] = [
    {
      title: 'Start-up fee',
      text: 'Not paid. The practice cannot submit cases until the fee is settled.',
      button: 'Waive start-up fee',
      command: 'Waive the start-up fee',
      offered: offer(organization, 'waive_startup_fee', kind === 'practice' && !startup_fee_paid),
      act: () => setAsked('waive'),
    },
    {
      title: 'Disabled',
      text: 'The members can read, but change nothing.',
      button: 'Enable',
      command: 'Enable the organization',
      offered: offer(organization, 'enable', disabled && !is_archived),
      busy: enable.isPending,
      act: () => enable.mutate({ params: { id }, body: { disabled: false, version } }),
    },
    {
      title: 'Disable the organization',
      text: 'Its members can still sign in and read, but change nothing.',
      button: 'Disable',
      command: 'Disable the organization',
      offered: offer(organization, 'disable', !disabled && !is_archived),
      act: () => setAsked('disable'),
    },
    {
      title: 'Archived',
      text: 'Members have no access. Restoring brings everything back.',
      button: 'Restore',
      command: 'Restore the organization',
      offered: offer(organization, 'restore', is_archived),
      act: () => setAsked('restore'),
    },
    {
      title: 'Archive the organization',
      text: 'Its members lose access at once. Open cases can be finished.',
      button: 'Archive',
      command: 'Archive the organization',
      offered: offer(organization, 'archive', !is_archived),
      danger: true,
      act: () => setAsked('archive'),
    },
    {
      title: 'Delete the organization',
      text: 'Only possible without cases and invoices. This cannot be undone.',
      button: 'Delete',
      command: 'Delete the organization',
      offered: offer(organization, 'delete', true),
      danger: true,
      act: () => setAsked('delete'),
    },
  ]
  const shown = rows.filter(({ offered }) => offered !== null)
  if (shown.length === 0 && asked === null) return null
  const [usual, ending] = [false, true].map((danger) => shown.filter((row) => (row.danger ?? false) === danger))
  return (
    <>
      {usual!.length > 0 && (
        <Section title="Status">
          <Rows label={`Status of ${nameOf(organization)}`} rows={usual!} />
        </Section>
      )}
      {ending!.length > 0 && (
        <div className={styles.danger}>
          <Section title={ending!.length > 1 ? 'Archive or delete' : 'Archive'}>
            <Rows label={`Ends ${nameOf(organization)}`} rows={ending!} />
          </Section>
        </div>
      )}
      {asked && (
        <Suspense>
          <StateQuestion
            question={asked}
            organization={organization}
            onDeleted={onDeleted}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const Rows = ({ label, rows }: { label: string; rows: Row[] }) => (
  <ul className={styles.rows} aria-label={label}>
    {rows.map(({ title, text, button, command, offered, danger, busy = false, act }) => (
      <li key={title}>
        <span>
          <strong>{title}</strong>
          <small>{text}</small>
        </span>
        <ActionButton
          variant="default"
          color={danger ? 'red.8' : undefined}
          why={offered?.why}
          command={command}
          loading={busy}
          onClick={act}
        >
          {button}
        </ActionButton>
      </li>
    ))}
  </ul>
)
