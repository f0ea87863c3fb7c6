import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { users } from '@archwire/contract/client/users'
import { emailMax } from '@archwire/contract/core/record-fields.ts'
import type { AdditionalEmail } from '@archwire/contract/users/schema.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useCall } from '../../lib/query.ts'
import { dropWork, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import { emailProblem } from '../../ui/form/checks.ts'
import { useOnce } from '../../ui/once.ts'
import { createForm, focusField, refuseAndFocus, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './additional-emails.module.css'

/** An empty field is nothing to complain about: the button waits. */
const makeForm = (email = '') =>
  createForm({
    initial: { email },
    validate: (values) => (values.email.trim() === '' ? {} : emailProblem(values.email)),
  })

function makeBegunForm(workKey: string) {
  const form = makeForm()
  const typed = heldWork<string>(workKey)
  if (typed !== undefined) form.set('email', typed)
  return form
}

interface Props {
  emails: readonly AdditionalEmail[]
  /** Whose, for staff who edit another person; left out for one's own. */
  userId?: number
}

/** Where else notifications to a management person go (`people/additional-emails`): added and deleted one by one. */
export function AdditionalEmails({ emails, userId }: Props) {
  const workKey = `additional-email:${userId ?? 'own'}`
  const [form, setForm] = useState(() => makeBegunForm(workKey))
  const isEmpty = useFormPart(form, () => form.values().email.trim() === '')
  useEffect(
    () =>
      form.subscribe(() => {
        const typed = form.values().email
        if (typed.trim() === '') dropWork(workKey)
        else holdWork(workKey, 'The additional email that you typed is not added yet.', typed)
      }),
    [form, workKey],
  )
  const sent = useRef('')
  const add = useCall(users.addEmail, {
    announce: 'aloud',
    onSuccess: () => {
      // Somebody may have gone on to the next one while it was added.
      if (form.values().email.trim() !== sent.current) return
      dropWork(workKey)
      const next = makeForm()
      setForm(next)
      requestAnimationFrame(() => focusField(next, 'email'))
    },
    onError: (error) => refuseAndFocus(form, error),
  })
  const remove = useCall(users.removeEmail, {
    // Its button is gone: the keyboard is led to what is left here.
    onSuccess: () => void requestAnimationFrame(() => focusField(form, 'email')),
  })
  const submit = useOnce(() => {
    sent.current = form.values().email.trim()
    add.mutate({ body: { email: sent.current, ...(userId !== undefined && { user_id: userId }) } })
  }, add.isPending)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.visitAll()
    if (isEmpty || add.isPending) return
    if (form.problems().email) focusField(form, 'email')
    else submit()
  }
  return (
    <Section title="Additional notification emails">
      <div className={styles.part}>
        {emails.length > 0 && (
          <ul className={styles.lines} aria-label="Additional notification emails">
            {emails.map(({ id, email }) => (
              <li key={id}>
                <span>{readableEmail(email)}</span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Delete ${readableEmail(email)}`}
                  loading={remove.isPending && remove.variables.params.id === id}
                  onClick={() => remove.mutate({ params: { id } })}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form className={styles.add} noValidate onSubmit={onSubmit}>
          <TextField
            form={form}
            name="email"
            label="Add an email"
            type="email"
            autoComplete="off"
            maxLength={emailMax}
          />
          <Button type="submit" variant="default" disabled={isEmpty} loading={add.isPending}>
            Add
          </Button>
        </form>
      </div>
    </Section>
  )
}
