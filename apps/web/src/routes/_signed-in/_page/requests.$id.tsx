import { customerRequests } from '@archwire/contract/client/customer-requests'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../lib/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'
import { RequestDetails } from '../../../screens/request-details/request-details.tsx'

export const Route = createFileRoute('/_signed-in/_page/requests/$id')({
  staticData: { title: 'Request details', tab: caseTab },
  params: idParam,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(query(customerRequests.get, { params })),
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <RequestDetails key={id} id={id} />
}
