import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { maxAdditionalEmails } from '@archwire/contract/notification-settings/rules.ts'
import type { NotificationSetting } from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { IconX } from '@tabler/icons-react'
import { Toggle } from '../../ui/form/choice-field.tsx'
import { useField, type FormStore } from '../../ui/form/store.ts'
import { AddAddress } from './add-address.tsx'
import styles from './notification-settings.module.css'

type Values = Record<NotificationKind, NotificationSetting>
interface KindSpec {
  label: string
  mail: 'doctor' | 'owner' | null
}
const specOf = (kind: NotificationKind): KindSpec => notificationKinds[kind]

/** To whom emails of a kind are sent, besides the additional addresses. */
function receiverOf({ mail }: KindSpec): string {
  if (mail === null) return 'No emails are sent.'
  return mail === 'doctor' ? 'Sent to the case’s doctor.' : 'Sent to the owner.'
}

interface Props {
  form: FormStore<Values>
  kind: NotificationKind
  /** Addresses to choose from. */
  suggestions: readonly string[]
}

/** The switch of a kind and the addresses that get a copy of its emails. */
export function KindField({ form, kind, suggestions }: Props) {
  const { id, value, error, set } = useField(form, kind)
  const spec = specOf(kind)
  const { additional_emails: emails } = value
  const addId = `${id}-add`
  const addressesOf = (next: string[]) => set({ ...value, additional_emails: next })
  const remove = (email: string) => {
    addressesOf(emails.filter((other) => other !== email))
    // The button that was pressed is no longer there.
    requestAnimationFrame(() => document.getElementById(addId)?.querySelector('button')?.focus())
  }
  return (
    <li className={styles.kind}>
      <Toggle
        id={id}
        label={spec.label}
        help={receiverOf(spec)}
        value={value.enabled}
        onChange={(enabled) => set({ ...value, enabled })}
      />
      {spec.mail !== null && (
        <div className={styles.addresses}>
          {emails.length > 0 && (
            <ul aria-label={`Additional addresses: ${spec.label}`}>
              {emails.map((email) => (
                <li key={email} className={styles.address}>
                  <span>{readableEmail(email)}</span>
                  <button type="button" aria-label={`Remove ${readableEmail(email)}`} onClick={() => remove(email)}>
                    <IconX size={14} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {emails.length < maxAdditionalEmails ? (
            <AddAddress
              id={addId}
              label={`Add address: ${spec.label}`}
              emails={emails}
              suggestions={suggestions}
              onAdd={(email) => addressesOf([...emails, email])}
            />
          ) : (
            <small>At most {maxAdditionalEmails} addresses.</small>
          )}
          {error && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </li>
  )
}

/** The setting of a kind, for people who may not change it. */
export function KindFacts({ kind, setting }: { kind: NotificationKind; setting: NotificationSetting }) {
  const spec = specOf(kind)
  const { enabled, additional_emails: emails } = setting
  return (
    <li className={styles.kind}>
      <div className={styles.facts}>
        <strong>{spec.label}</strong>
        <small>{receiverOf(spec)}</small>
      </div>
      <div className={styles.addresses}>
        <span>{enabled ? 'On' : 'Off'}</span>
        {emails.length > 0 && (
          <ul aria-label={`Additional addresses: ${spec.label}`}>
            {emails.map((email) => (
              <li key={email} className={styles.address}>
                <span>{readableEmail(email)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
