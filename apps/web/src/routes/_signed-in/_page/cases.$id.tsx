import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { loadCase } from '../../../features/case/load-case.ts'
import { CaseOverview } from '../../../screens/case-overview/case-overview.tsx'

export const Route = createFileRoute('/_signed-in/_page/cases/$id')({
  staticData: { title: 'Case', tab: caseTab, roles: managementRoles },
  params: idParam,
  loader: loadCase,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <CaseOverview key={id} id={id} />
}
