import { patients } from '@archwire/contract/client/patients'
import { createFileRoute } from '@tanstack/react-router'
import { onlyRoles } from '../../lib/guard.ts'
import { idParam } from '../../lib/id-param.ts'
import { query } from '../../lib/query.ts'
import { PatientWorkflow } from '../../screens/patient-workflow/patient-workflow.tsx'

export const Route = createFileRoute('/_signed-in/patient-workflow/$id')({
  staticData: { title: 'Workflow', management: true },
  params: idParam,
  beforeLoad: ({ context }) => onlyRoles(context.me),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(query(patients.get, { params })),
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <PatientWorkflow key={id} id={id} />
}
