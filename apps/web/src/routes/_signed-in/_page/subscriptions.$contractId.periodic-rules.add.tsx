import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddRule } from '../../../features/periodic-rules/add-rule.tsx'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/subscriptions/$contractId/periodic-rules/add')({
  staticData: { title: 'Add Periodic Rule', roles: staffRoles, permissions: ['periodic-rules.manage'] },
  params: idParams('contractId'),
  component: Screen,
})

function Screen() {
  const { contractId } = Route.useParams()
  return <AddRule key={contractId} contractId={contractId} />
}
