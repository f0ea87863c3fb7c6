import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { organizations } from '@archwire/contract/client/organizations'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog.tsx'
import { emailProblem } from '../../ui/form/checks.ts'
import { createForm, focusField } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import styles from './organizations.module.css'

/** As many addresses as one call takes. */
const most = 100

/** The addresses of a pasted text, each once: they are apart by spaces, commas, semicolons or lines. */
export const addressesIn = (text: string): string[] => [
  ...new Map(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((address) => [address.toLowerCase(), address]),
  ).values(),
]

/** What became of an address. */
type Result = OutputOf<typeof organizations.sendInviteToCreate>['results'][number]

const makeForm = () =>
  createForm<{ email: string }>({
    initial: { email: '' },
    validate: ({ email }) => {
      const addresses = addressesIn(email)
      if (addresses.length > most) return { email: [`At most ${most} addresses.`] }
      // Of a list each address gets its own answer.
      return addresses.length < 2 ? emailProblem(email) : {}
    },
  })

/** Invites people to make their practice's account (`organizations/invited-to-create`). */
export function InviteToCreate({ onClose }: { onClose: () => void }) {
  const [results, setResults] = useState<readonly Result[]>([])
  const [form] = useState(makeForm)
  const { dialog } = useFormDialog({
    route: organizations.sendInviteToCreate,
    recordId: 0,
    make: () => form,
    untouched: false,
    input: ({ email }) => {
      const addresses = addressesIn(email)
      return { body: addresses.length === 1 ? { email: addresses[0] } : { emails: addresses } }
    },
    onDone: (answer) => {
      const unsent = answer.results.filter(({ sent }) => !sent)
      if (answer.results.length === 1 && unsent.length === 0) return onClose()
      setResults(answer.results)
      // What was not sent stays to be corrected.
      form.set('email', unsent.map(({ email }) => email).join('\n'))
      return requestAnimationFrame(() => focusField(form, 'email'))
    },
  })
  return (
    <FormDialog
      {...dialog}
      title="Invite to create an organization"
      confirm="Send"
      cancel={results.length > 0 ? 'Close' : 'Cancel'}
      onClose={onClose}
    >
      <p>Each person gets an email with a link to sign up and create the organization.</p>
      <TextField
        form={form}
        name="email"
        label="Email"
        help={`One address, or up to ${most}: one per line, or separated by commas.`}
        rows={4}
        required
        focusFirst
      />
      {results.length > 0 && <Results results={results} />}
    </FormDialog>
  )
}

const Results = ({ results }: { results: readonly Result[] }) => {
  const sent = results.filter((result) => result.sent).length
  return (
    <div role="status">
      <p className={styles.sum}>
        {sent} of {results.length} sent.
      </p>
      <ul className={styles.results} aria-label="Results">
        {results
          .toSorted((a, b) => Number(a.sent) - Number(b.sent))
          .map((result) => (
            <li key={result.email} data-sent={result.sent}>
              {result.sent ? (
                <IconCheck size={15} aria-hidden="true" />
              ) : (
                <IconAlertCircle size={15} aria-hidden="true" />
              )}
              <span>
                {readableEmail(result.email)}
                <small>{result.sent ? 'Sent' : (result.reason ?? 'Not sent')}</small>
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}
