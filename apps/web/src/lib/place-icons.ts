import {
  IconAddressBook,
  IconBoxMultiple,
  IconBuilding,
  IconChartBar,
  IconFilePlus,
  IconInbox,
  IconLayoutDashboard,
  IconMapPin,
  IconPrinter,
  IconSettings,
  IconSunrise,
  IconTicket,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'

/** Pages name their icon; the drawings are part of the menu, so that the sign-in page does not load them. */
export const placeIcons = {
  account: IconUserCircle,
  boxes: IconBoxMultiple,
  chart: IconChartBar,
  contacts: IconAddressBook,
  dashboard: IconLayoutDashboard,
  inbox: IconInbox,
  location: IconMapPin,
  newCase: IconFilePlus,
  organization: IconBuilding,
  people: IconUsers,
  printer: IconPrinter,
  settings: IconSettings,
  today: IconSunrise,
  ticket: IconTicket,
}
export type PlaceIconName = keyof typeof placeIcons
