import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { emailToAddProblem, sameEmail } from '@archwire/contract/notification-settings/rules.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DropDown } from '../../ui/drop-down.tsx'
import { PickList, type PickOption } from '../../ui/pick-list.tsx'
import styles from './notification-settings.module.css'

interface Props {
  /** Where its button is: for what gives it the focus. */
  id: string
  label: string
  /** Those that are on the list already. */
  emails: readonly string[]
  suggestions: readonly string[]
  onAdd: (email: string) => void
}

/** Adds an address to a list: one of the suggested ones, or any other that is typed. */
export function AddAddress({ id, label, onAdd, ...offer }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <DropDown
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      pick
      renderButton={(its) => (
        <span id={id}>
          <Button
            {...its}
            variant="default"
            size="compact-sm"
            className={styles.add}
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            aria-label={label}
          >
            Add address
          </Button>
        </span>
      )}
    >
      <Addresses
        {...offer}
        onPick={(email) => {
          onAdd(email)
          setOpened(false)
        }}
      />
    </DropDown>
  )
}

interface Offered extends PickOption {
  email: string
}

/** What can be added for a typed text: the address itself, and suggestions that contain it. */
export function offeredFor(text: string, emails: readonly string[], suggestions: readonly string[]): Offered[] {
  const typed = text.trim()
  const suggested = suggestions
    .filter((email) => !emails.some((other) => sameEmail(other) === sameEmail(email)))
    .filter((email) => [email, readableEmail(email)].some((text) => sameEmail(text).includes(sameEmail(typed))))
    .map((email): Offered => ({ key: `suggested ${email}`, email, label: readableEmail(email), group: 'Members' }))
  if (typed === '' || suggested.some(({ email }) => sameEmail(email) === sameEmail(typed))) return suggested
  const disabled = emailToAddProblem(typed, emails)
  const own: Offered = { key: 'typed', email: typed, label: typed, disabled }
  // A whole address is what Enter adds, also where a longer one contains it.
  return disabled === undefined ? [own, ...suggested] : [...suggested, own]
}

function Addresses({
  emails,
  suggestions,
  onPick,
}: Pick<Props, 'emails' | 'suggestions'> & { onPick: (email: string) => void }) {
  const [text, setText] = useState('')
  const options = offeredFor(text, emails, suggestions)
  return (
    <PickList
      label="Addresses"
      options={options}
      onPick={({ email }) => onPick(email)}
      search={{ value: text, onChange: setText, placeholder: 'Type an email and press Enter', icon: null }}
    >
      {options.length === 0 && <p className={styles.nothing}>Type an email to add it.</p>}
    </PickList>
  )
}
