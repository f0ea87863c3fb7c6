import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { idParams } from '../../../lib/id-param.ts'
import { TrayDetails } from '../../../screens/case-trays/tray-details.tsx'

export const Route = createFileRoute('/_signed-in/_page/case-trays/$caseTrayId')({
  staticData: { title: 'Tray', roles: managementRoles },
  params: idParams('caseTrayId'),
  component: Screen,
})

function Screen() {
  const { caseTrayId } = Route.useParams()
  return <TrayDetails key={caseTrayId} id={caseTrayId} />
}
