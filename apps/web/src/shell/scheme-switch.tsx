import { useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { MenuButton } from '../ui/menu/menu-button.tsx'
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
    <MenuButton
      className={className}
      size={40}
      label="Colors: light, dark or as the system"
      icon={<Now size={19} stroke={1.7} />}
      items={schemes.map(({ value, label, icon: Icon }) => ({
        label,
        icon: <Icon size={16} />,
        after: value === colorScheme && <IconCheck size={15} />,
        onClick: () => setColorScheme(value),
      }))}
    />
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
