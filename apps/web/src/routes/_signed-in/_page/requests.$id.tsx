import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { idParam } from '../../../lib/id-param.ts'
import { RequestDetails } from '../../../screens/request-details/request-details.tsx'

export const Route = createFileRoute('/_signed-in/_page/requests/$id')({
  staticData: { title: 'Request details', tab: caseTab },
  params: idParam,
  // The page asks by itself: a loader's calls would weigh on the sign-in page, which loads every route.
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <RequestDetails key={id} id={id} />
}
