import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconBuilding,
  IconCheck,
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Wordmark } from '../brand.tsx'
import { NotificationBell } from '../features/notifications/bell.tsx'
import { useSession } from '../lib/session.tsx'
import styles from './frame.module.css'

/** Logo, organization, notifications, colours, the way out (1 §2.5). */
export function TopBar({ onMenu, onLogout }: { onMenu: () => void; onLogout: () => void }) {
  return (
    <header className={styles.topBar}>
      <ActionIcon
        className={styles.menuButton}
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to="/" className={styles.logo} aria-label="Archwire, home">
        <Wordmark size={27} />
      </Link>
      <div className={styles.tools}>
        <OrganizationSwitch />
        <SchemeSwitch />
        <NotificationBell />
        <Tooltip label="Log out">
          <ActionIcon variant="subtle" color="gray" size={40} aria-label="Log out" onClick={onLogout}>
            <IconLogout size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  )
}

/** Shown to people with several organizations; the lists start anew in the chosen one. */
function OrganizationSwitch() {
  const { me, organization, switchOrganization } = useSession()
  if (me.is_management || me.organizations.length < 2) return null
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={styles.organization}>
          <IconBuilding size={17} stroke={1.7} aria-hidden="true" />
          <span>{organization?.name}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Work in</Menu.Label>
        {me.organizations.map(({ id, name, account_number }) => (
          <Menu.Item
            key={id}
            rightSection={id === organization?.id && <IconCheck size={15} />}
            onClick={() => switchOrganization(id)}
          >
            {name} <span className={styles.number}>{account_number}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = schemes.find(({ value }) => value === colorScheme)!.icon
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label="Colours: light, dark or as the system">
          <Now size={19} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={value === colorScheme && <IconCheck size={15} />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
