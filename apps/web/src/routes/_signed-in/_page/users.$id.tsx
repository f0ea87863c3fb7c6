import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { UserDetails } from '../../../features/users/user-details.tsx'
import { idParam } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/users/$id')({
  staticData: { title: 'User', roles: managementRoles },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <UserDetails key={id} id={id} />
}
