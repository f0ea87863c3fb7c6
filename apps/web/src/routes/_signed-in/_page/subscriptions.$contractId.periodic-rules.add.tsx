import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddRule } from '../../../features/periodic-rules/add-rule.tsx'
import { mayAddRules } from '../../../features/periodic-rules/may-add.ts'
import { useSession } from '../../../lib/session.tsx'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/subscriptions/$contractId/periodic-rules/add')({
  staticData: { title: 'Add Periodic Rule', roles: staffRoles },
  params: idParams('contractId'),
  component: Screen,
})

function Screen() {
  const { contractId } = Route.useParams()
  const { me } = useSession()
  const open = { is_disabled: false, is_archived: false }
  return <AddRule key={contractId} contractId={contractId} mayAdd={mayAddRules(me, open)} />
}
