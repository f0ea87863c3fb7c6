import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { RulePage } from '../../../features/periodic-rules/rule-page.tsx'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/subscriptions/$contractId/periodic-rules/$id')({
  staticData: { title: 'Periodic Rule', roles: staffRoles },
  params: idParams('contractId', 'id'),
  component: Screen,
})

function Screen() {
  const { contractId, id } = Route.useParams()
  return <RulePage key={id} contractId={contractId} id={id} />
}
