import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { contacts } from '@archwire/contract/client/contacts'
import type { Contact } from '@archwire/contract/contacts/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import lines from '../../ui/lines.module.css'
import styles from './contacts.module.css'
import { EditContacts } from './edit-contacts.tsx'

interface Props {
  organizationId: number
  /** Whether the person changes them, where the server allows it now. */
  mayChange: boolean
}

/** The contacts of a practice (`organizations/contacts`): a list of forms for those who may change them. */
export function Contacts({ organizationId, mayChange }: Props) {
  const answer = useQuery(query(contacts.list, { params: { id: organizationId } }))
  const { data } = answer
  if (mayChange && data?.can.update)
    return <EditContacts key={organizationId} organizationId={organizationId} list={data} />
  return (
    <Section title="Contacts">
      {answer.isError && !data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !data ? (
        <PartLoading />
      ) : data.contacts.length === 0 ? (
        <EmptyState title="No contacts yet." text="Owners and managers of the practice can add whom to call." />
      ) : (
        <ul className={lines.lines} aria-label="Contacts">
          {data.contacts.map((contact) => (
            <Line key={contact.id} contact={contact} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Line = ({ contact: { first_name, last_name, title, email, phone_number, notes } }: { contact: Contact }) => (
  <li className={lines.texts}>
    <strong>{[first_name, last_name].filter(Boolean).join(' ')}</strong>
    <small>{title}</small>
    {(email !== '' || phone_number !== '') && (
      <span className={styles.ways}>
        {email !== '' && <a href={`mailto:${encodeURIComponent(email)}`}>{readableEmail(email)}</a>}
        {phone_number !== '' && <a href={`tel:${phone_number}`}>{formatPhone(phone_number)}</a>}
      </span>
    )}
    {notes !== '' && <p className={styles.notes}>{notes}</p>}
  </li>
)
