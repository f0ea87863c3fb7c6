import { useMantineColorScheme } from '@mantine/core'
import { IconBuilding, IconLogout } from '@tabler/icons-react'
import { nameOf, numberBeside, useSession } from '../../lib/session.tsx'
import { schemes } from '../scheme-switch.tsx'
import type { Destination } from './destination.ts'

/** Actions available everywhere: switch organization, colors, sign out. */
export function useActions(onLogout: () => void): Destination[] {
  const { me, organization, switchOrganization } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const elsewhere = me.is_management ? [] : me.organizations.filter(({ id }) => id !== organization?.id)
  return [
    ...elsewhere.map((other) => ({
      key: `work-${other.id}`,
      label: `Switch organization to ${nameOf(other)}`,
      detail: numberBeside(other),
      group: 'Actions',
      icon: <IconBuilding size={17} stroke={1.7} aria-hidden="true" />,
      go: () => switchOrganization(other.id),
    })),
    ...schemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label, icon: Icon }) => ({
        key: `scheme-${value}`,
        label: `Colors: ${label}`,
        group: 'Actions',
        icon: <Icon size={17} stroke={1.7} aria-hidden="true" />,
        go: () => setColorScheme(value),
      })),
    {
      key: 'logout',
      label: 'Log out',
      group: 'Actions',
      icon: <IconLogout size={17} stroke={1.7} aria-hidden="true" />,
      go: onLogout,
    },
  ]
}
