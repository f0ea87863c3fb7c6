import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { LicensePage } from '../../../features/licenses/license-page.tsx'
import { idParam } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/edit-license/$id')({
  staticData: { title: 'License', roles: staffRoles },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <LicensePage key={id} id={id} />
}
