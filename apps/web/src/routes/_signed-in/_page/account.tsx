import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { createFileRoute } from '@tanstack/react-router'
import { searchOf } from '../../../lib/search.ts'
import { AccountPage } from '../../../screens/account/account-page.tsx'

/** The tabs by their numbers in the address: User. */
const accountSearch = { tab: ['0'] } as const satisfies SearchTable

export const Route = createFileRoute('/_signed-in/_page/account')({
  staticData: { title: 'Account', icon: 'account', menu: { row: 11 } },
  validateSearch: searchOf(accountSearch),
  component: Screen,
})

function Screen() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <AccountPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
