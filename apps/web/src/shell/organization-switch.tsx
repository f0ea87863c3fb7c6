import { IconBuilding, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOf, numberBeside, useSession } from '../lib/session.tsx'
import { PickList } from '../ui/pick-list.tsx'
import { DropDown } from '../ui/drop-down.tsx'
import styles from './organization.module.css'

/** From this many on, typing is faster than looking. */
const searchedFrom = 9

/** Shown to people with several organizations; the lists reload for the chosen one (`organizations/current`). */
export function OrganizationSwitch() {
  const { me, organization, switchOrganization } = useSession()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const options = me.organizations
    .filter((membership) => `${nameOf(membership)} ${membership.account_number}`.toLowerCase().includes(wanted))
    .map((membership) => ({
      key: String(membership.id),
      label: nameOf(membership),
      detail: numberBeside(membership),
      chosen: membership.id === organization?.id,
    }))
  const toggle = (open: boolean) => {
    setText('')
    setOpened(open)
  }
  return (
    <DropDown
      opened={opened}
      onChange={toggle}
      label="Switch organization"
      className={styles.picker}
      renderButton={(its) => (
        <button
          {...its}
          type="button"
          className={styles.organization}
          aria-label={`Organization: ${organization ? nameOf(organization) : 'none'}. Switch`}
        >
          <IconBuilding size={17} stroke={1.7} aria-hidden="true" />
          <span translate="no">{organization ? nameOf(organization) : 'Choose an organization'}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      <PickList
        label="Organizations"
        options={options}
        onPick={({ key }) => {
          toggle(false)
          switchOrganization(Number(key))
        }}
        {...(me.organizations.length >= searchedFrom && {
          search: {
            value: text,
            onChange: setText,
            placeholder: 'Search your organizations',
          },
        })}
      >
        {options.length === 0 && <p className={styles.nothing}>No matching organization.</p>}
      </PickList>
    </DropDown>
  )
}
