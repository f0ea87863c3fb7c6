import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { accounts } from '@archwire/contract/client/accounts'
import type { EmailChange } from '@archwire/contract/users/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useSession } from '../../lib/session.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { emailProblem } from '../../ui/form/checks.ts'
import { OwnPassword, passwordProblem, type WithPassword } from '../../ui/form/own-password.tsx'
import { createForm, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './account.module.css'

/** The address of the account: a new one takes effect once its mail was answered (`access/new-address`). */
export function EmailPart() {
  const { me } = useSession()
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title="Email"
      actions={
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Change email
        </Button>
      }
    >
      <div className={styles.part}>
        <p>{readableEmail(me.email)}</p>
        {me.pending_email && (
          <Note>
            {readableEmail(me.pending_email)} is not verified yet. Click VERIFY in the email that we sent to it, within
            48 hours. Until then you sign in with {readableEmail(me.email)}. To get another email, choose Change email
            again.
          </Note>
        )}
        {me.email_change && <AskedByStaff {...me.email_change} present={readableEmail(me.email)} />}
      </div>
      {asking && <ChangeEmail onClose={() => setAsking(false)} />}
    </Section>
  )
}

/** A new address that staff asked for and that waits (`people/new-email`). */
const AskedByStaff = ({ email, not_before, is_confirmed, present }: EmailChange & { present: string }) => (
  <Note>
    Our staff asked to change your email to {readableEmail(email)}.{' '}
    {is_confirmed
      ? `That address is confirmed. The change takes effect after ${formatInstant(not_before)}.`
      : `The change waits for a click in the email that we sent to that address, and takes effect not before ${formatInstant(not_before)}.`}{' '}
    Until then you sign in with {present}. If you do not want the change, cancel it with the link in the email that we
    sent to {present}.
  </Note>
)

type Values = WithPassword & { email: string }

/** What is wrong with a new address and the password beside it. */
export const newEmailProblems =
  (present: string) =>
  (values: Values): Errors<Values> => ({
    ...(values.email.trim().toLowerCase() === present.toLowerCase()
      ? { email: ['This is already your email.'] }
      : emailProblem(values.email)),
    ...passwordProblem(values, true),
  })

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { me } = useSession()
  const { form, dialog } = useFormDialog({
    route: accounts.updateProfile,
    recordId: me.id,
    make: () =>
      createForm<Values>({ initial: { email: '', current_password: '' }, validate: newEmailProblems(me.email) }),
    input: ({ email, current_password }) => ({ body: { email: email.trim(), current_password } }),
    untouched: false,
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Change email" confirm="Change email" onClose={onClose}>
      <p>
        We send an email to the new address. The new address takes effect, and signs you out everywhere, once you click
        VERIFY in that email.
      </p>
      <TextField form={form} name="email" label="New email" type="email" autoComplete="email" required focusFirst />
      <OwnPassword form={form} name="current_password" />
    </FormDialog>
  )
}
