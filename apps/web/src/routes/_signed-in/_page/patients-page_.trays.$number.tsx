import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { TrayByNumber } from '../../../screens/case-trays/tray-by-number.tsx'

export const Route = createFileRoute('/_signed-in/_page/patients-page_/trays/$number')({
  staticData: { title: 'Tray', roles: managementRoles },
  component: Screen,
})

function Screen() {
  return <TrayByNumber number={Route.useParams().number} />
}
