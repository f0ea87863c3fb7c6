import { contactFields } from '@archwire/contract/contacts/fields.ts'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { Tag } from '../../ui/badges.tsx'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { ContactRow } from './contact-rows.ts'
import styles from './contacts.module.css'

const { input } = contactFields

interface Props {
  row: ContactRow
  number: number
  onRemove: () => void
}

/** One contact of the list that is being edited. */
export function ContactFields({ row: { form, wasInvited }, number, onRemove }: Props) {
  const item = useRef<HTMLLIElement>(null)
  useKeptFocus(item)
  const name = useFormPart(form, () => {
    const { first_name, last_name } = form.values()
    return `${first_name} ${last_name}`.trim()
  })
  const title = name === '' ? `Contact ${number}` : name
  return (
    <li ref={item}>
      <section aria-label={title} className={styles.card}>
        <div className={styles.head}>
          <h3>
            {title} {wasInvited && <Tag>Invited</Tag>}
          </h3>
          <Button size="compact-sm" variant="subtle" aria-label={`Remove ${title}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
        <div className={styles.fields}>
          <TextField form={form} {...input('first_name')} label="First Name" autoComplete="off" />
          <TextField form={form} {...input('last_name')} label="Last Name" autoComplete="off" />
          <TextField form={form} {...input('title')} label="Title" autoComplete="off" />
          <TextField form={form} {...input('email')} label="Email" type="email" autoComplete="off" />
          <PhoneField form={form} name="phone_number" label="Phone Number" />
          <TextField form={form} {...input('notes')} label="Notes" rows={2} />
          {!wasInvited && (
            <div className={styles.wide}>
              <ToggleField
                form={form}
                name="is_create_account"
                label="Create an account"
                help="Saving sends an invitation to this email. The person joins as a member."
              />
            </div>
          )}
        </div>
      </section>
    </li>
  )
}
