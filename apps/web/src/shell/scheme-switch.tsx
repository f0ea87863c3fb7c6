import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import styles from './scheme-switch.module.css'

export const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

/** Light, dark, or as the system has it. */
export function SchemeSwitch({ className }: { className: string | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = schemes.find(({ value }) => value === colorScheme)!.icon
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          className={className}
          variant="subtle"
          color="gray"
          size={40}
          aria-label="Colors: light, dark or as the system"
        >
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

/** The same choice without a menu, for the drawer of a phone. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={styles.schemes}>
      <legend>Colors</legend>
      {schemes.map(({ value, label, icon: Icon }) => (
        <button key={value} type="button" aria-pressed={value === colorScheme} onClick={() => setColorScheme(value)}>
          <Icon size={17} stroke={1.7} aria-hidden="true" />
          {value === 'auto' ? 'System' : label}
        </button>
      ))}
    </fieldset>
  )
}
