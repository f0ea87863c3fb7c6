import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { readUserSearch } from '../../../features/users/search.ts'
import { UserList } from '../../../features/users/user-list.tsx'

export const Route = createFileRoute('/_signed-in/_page/users/')({
  staticData: {
    title: 'Users',
    icon: 'contacts',
    roles: staffRoles,
    menu: { more: 'organizations-users' },
  },
  validateSearch: readUserSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <UserList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
