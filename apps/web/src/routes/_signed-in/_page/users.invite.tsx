import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { readInviteSearch } from '../../../features/members/invite-search.ts'
import { InviteUser } from '../../../features/members/invite-user.tsx'

export const Route = createFileRoute('/_signed-in/_page/users/invite')({
  staticData: { title: 'Invite User', roles: staffRoles },
  validateSearch: readInviteSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <InviteUser search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
}
