import { users } from '@archwire/contract/client/users'
import { emailPattern } from '@archwire/contract/core/text.ts'
import { isManagement } from '@archwire/contract/roles.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { emailProblem } from '../../ui/form/checks.ts'
import { createForm, refuseFields, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Section } from '../../ui/page.tsx'
import { roleOfUser } from './edit-user.tsx'
import styles from './users.module.css'

const makeForm = () =>
  createForm<{ email: string }>({
    initial: { email: '' },
    validate: ({ email }) => (email.trim() === '' ? {} : emailProblem(email)),
  })

/** Further addresses for the notifications of a person of the lab or of a partner (`people/additional-emails`). */
export function AdditionalEmails({ user }: { user: User }) {
  const [form, setForm] = useState(makeForm)
  const ready = useFormPart(form, () => emailPattern.test(form.values().email.trim()))
  const add = useCall(users.addEmail, {
    onSuccess: () => setForm(makeForm()),
    onError: (error) => refuseFields(form, error),
  })
  const remove = useCall(users.removeEmail)
  if (!isManagement(roleOfUser(user))) return null
  const submit = () => {
    if (ready && !add.isPending) add.mutate({ body: { email: form.values().email.trim(), user_id: user.id } })
  }
  return (
    <Section title="Additional notification emails">
      <ul className={styles.lines}>
        {user.additional_emails.map(({ id, email }) => (
          <li key={id}>
            <span className={styles.words}>{email}</span>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Delete ${email}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params: { id } })}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField form={form} name="email" label="Add an email" type="email" />
        <Button type="submit" variant="default" disabled={!ready} loading={add.isPending}>
          Add
        </Button>
      </form>
    </Section>
  )
}
