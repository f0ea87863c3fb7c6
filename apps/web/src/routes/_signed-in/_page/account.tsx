import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { createFileRoute } from '@tanstack/react-router'
import { searchOf } from '../../../lib/search.ts'
import { AccountPage } from '../../../screens/account/account-page.tsx'
import { organizationTab } from '../../../screens/organization/organization-tab.ts'
import { partNames } from '../../../screens/organization/part-names.ts'

/**
 * The tabs by their numbers in the address: User, Payment, Extra, Invoices, Organization; the open part of the latter; and
 * whose they are, where a notice leads to them.
 */
const accountSearch = {
  tab: ['0', '2', '3', '4', '6'],
  part: partNames,
  organization: 'id',
} as const satisfies SearchTable

export const Route = createFileRoute('/_signed-in/_page/account')({
  staticData: { title: 'Account', icon: 'account', menu: { row: 'account' } },
  validateSearch: searchOf(accountSearch),
  component: Screen,
})

function Screen() {
  const { tab, part, organization } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AccountPage
      organizationId={organization}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      part={part}
      onPart={(next) => void navigate({ search: { tab: organizationTab, part: next }, replace: true })}
    />
  )
}
