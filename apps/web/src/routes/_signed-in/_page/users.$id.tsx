import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { idParam } from '../../../lib/id-param.ts'
import { UserPage } from '../../../screens/user/user-page.tsx'

export const Route = createFileRoute('/_signed-in/_page/users/$id')({
  staticData: { title: 'User', roles: managementRoles },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <UserPage key={id} id={id} />
}
