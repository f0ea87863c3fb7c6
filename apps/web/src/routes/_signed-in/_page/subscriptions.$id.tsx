import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { idParam } from '../../../lib/id-param.ts'
import { SubscriptionPage } from '../../../screens/subscription/subscription-page.tsx'

export const Route = createFileRoute('/_signed-in/_page/subscriptions/$id')({
  staticData: { title: 'Subscription', roles: staffRoles },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <SubscriptionPage key={id} id={id} />
}
