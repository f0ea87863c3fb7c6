import { staffRoles } from '@archwire/contract/roles.ts'
import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { createFileRoute } from '@tanstack/react-router'
import { searchOf } from '../../../lib/search.ts'
import { SettingsPage } from '../../../screens/settings/settings-page.tsx'

/** The tabs by their numbers in the address: Customize Fees, Announcements, Lab settings. */
const settingsSearch = { tab: ['0', '1', '2'] } as const satisfies SearchTable

export const Route = createFileRoute('/_signed-in/_page/settings')({
  staticData: {
    title: 'Settings',
    icon: 'settings',
    roles: staffRoles,
    menu: { row: 'settings', profile: 'management' },
  },
  validateSearch: searchOf(settingsSearch),
  component: Screen,
})

function Screen() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <SettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
