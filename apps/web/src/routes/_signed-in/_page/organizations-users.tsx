import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { GlobalSearch } from '../../../features/global-search/global-search.tsx'
import { readGlobalSearch } from '../../../features/global-search/search.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations-users')({
  staticData: {
    title: 'Organizations & Users',
    icon: 'contacts',
    roles: staffRoles,
    menu: { row: 'organizations-users' },
  },
  validateSearch: readGlobalSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <GlobalSearch search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
