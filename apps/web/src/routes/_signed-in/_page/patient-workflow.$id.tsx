import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { loadCase } from '../../../features/case/load-case.ts'
import { PatientWorkflow } from '../../../screens/patient-workflow/patient-workflow.tsx'

export const Route = createFileRoute('/_signed-in/_page/patient-workflow/$id')({
  staticData: { title: 'Workflow', tab: caseTab, roles: managementRoles },
  params: idParam,
  loader: loadCase,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <PatientWorkflow key={id} id={id} />
}
