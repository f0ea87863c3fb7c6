import { contacts } from '@archwire/contract/client/contacts'
import { mostContacts } from '@archwire/contract/contacts/fields.ts'
import type { ContactList } from '@archwire/contract/contacts/schema.ts'
import { Button } from '@mantine/core'
import { useRef, type FormEvent } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { focusField } from '../../ui/form/store.ts'
import { useOnce } from '../../ui/once.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { bodyOf, refuseRows, type ContactRow, type ContactValues } from './contact-rows.ts'
import { ContactFields } from './contact-fields.tsx'
import styles from './contacts.module.css'
import { useContactRows } from './use-contact-rows.ts'

const focus = ({ form }: ContactRow, name: keyof ContactValues) =>
  void requestAnimationFrame(() => focusField(form, name))

/** The contacts of a practice as forms that are saved together. */
export function EditContacts({ organizationId, list }: { organizationId: number; list: ContactList }) {
  const { rows, changed, version, saved, ...edit } = useContactRows(organizationId, list)
  const sent = useRef(rows)
  const save = useCall(contacts.update, {
    onSuccess: saved,
    onError: (error) => {
      const first = error instanceof ApiError ? refuseRows(sent.current, error.fields) : null
      if (first) focus(first.row, first.name)
      return first !== null
    },
  })
  const submit = useOnce(() => {
    sent.current = rows
    save.mutate({ params: { id: organizationId }, body: { contacts: bodyOf(rows), version } })
  }, save.isPending)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    for (const { form } of rows) form.visitAll()
    const wrong = rows.find(({ form }) => Object.keys(form.problems()).length > 0)
    if (wrong) {
      const names = Object.keys(wrong.form.values()) as (keyof ContactValues)[]
      focus(
        wrong,
        names.find((name) => wrong.form.problems()[name])!,
      )
    } else if (changed && !save.isPending) submit()
  }
  const add = rows.length < mostContacts && (
    <Button size="compact-md" variant="default" onClick={() => focus(edit.add(), 'first_name')}>
      Add contact
    </Button>
  )
  return (
    <Section title="Contacts" actions={rows.length > 0 && add}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <OvertakenNote {...edit} what="list of contacts" />
        {rows.length === 0 ? (
          <EmptyState
            title="No contacts yet."
            text="Add whom the lab can call or write to at the practice."
            action={add}
          />
        ) : (
          <ul className={styles.cards} aria-label="Contacts">
            {rows.map((row, at) => (
              <ContactFields key={row.key} row={row} number={at + 1} onRemove={() => edit.remove(row)} />
            ))}
          </ul>
        )}
        {(rows.length > 0 || changed) && (
          <div className={styles.save}>
            {changed && (
              <Button variant="default" onClick={edit.takeTheirs}>
                Cancel
              </Button>
            )}
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              Save contacts
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}
