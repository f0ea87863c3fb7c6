import {
  IconAddressBook,
  IconArrowRight,
  IconBoxMultiple,
  IconBuilding,
  IconChartBar,
  IconFilePlus,
  IconInbox,
  IconLayoutDashboard,
  IconMapPin,
  IconSettings,
  IconTicket,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const icons: Record<string, Icon> = {
  '/dashboard': IconLayoutDashboard,
  '/patients': IconUsers,
  '/patients-page': IconUsers,
  '/case-trays': IconBoxMultiple,
  '/requests': IconInbox,
  '/organizations-users': IconAddressBook,
  '/promotion-codes': IconTicket,
  '/organizations/$organizationId/rx-forms/add': IconFilePlus,
  '/locations': IconMapPin,
  '/organizations': IconBuilding,
  '/account': IconUserCircle,
  '/export-reports': IconChartBar,
  '/settings': IconSettings,
}

/** The icon of a place in the menu. */
export function PlaceIcon({ route, size }: { route: string; size: number }) {
  const Icon = icons[route] ?? IconArrowRight
  return <Icon size={size} stroke={1.7} />
}
