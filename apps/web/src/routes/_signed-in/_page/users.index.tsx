import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readUserSearch } from '../../../features/users/search.ts'
import { UserList } from '../../../features/users/user-list.tsx'

export const Route = createFileRoute('/_signed-in/_page/users/')({
  staticData: {
    title: 'Users',
    icon: 'contacts',
    roles: staffRoles,
    menu: { more: 'organizations-users' },
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readUserSearch> => raw,
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readUserSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return <UserList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
