import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { users } from '@archwire/contract/client/users'
import type { User } from '@archwire/contract/users/schema.ts'
import { formatInstant } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './users.module.css'

/** A new email that staff asked for and that waits, with the way to cancel it (`people/new-email`). */
export function WaitingEmail({ user }: { user: User }) {
  const cancel = useCall(users.cancelEmailChange, { announce: 'aloud' })
  const change = user.email_change
  if (!change) return null
  const { email, asked_at, not_before, is_confirmed } = change
  return (
    <Note>
      <div className={styles.waiting}>
        <p>
          New email: <strong translate="no">{readableEmail(email)}</strong>.{' '}
          {is_confirmed
            ? `Confirmed by its mail. Asked for on ${formatInstant(asked_at)}, changes after ${formatInstant(not_before)}.`
            : `Waits for a click in the mail to this address since ${formatInstant(asked_at)}, changes not before ${formatInstant(not_before)}.`}{' '}
          Until then the email stays <span translate="no">{readableEmail(user.email)}</span>.
        </p>
        {user.can.change_email && (
          <ActionButton
            variant="default"
            size="xs"
            why={undefined}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: user.id } })}
          >
            Cancel the new email
          </ActionButton>
        )}
      </div>
    </Note>
  )
}
