import { createFileRoute } from '@tanstack/react-router'
import { ChosenOrganizationsChip } from '../../../features/patients/chosen-organizations-chip.tsx'
import { AllRequests } from '../../../features/requests/all-requests.tsx'
import { readRequestSearch } from '../../../features/requests/search.ts'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'
import { needsOrganization } from '../../../lib/guard.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/requests/')({
  staticData: { title: 'Requests', icon: 'inbox', menu: { row: 'requests' }, chosenOrganizations: true },
  validateSearch: readRequestSearch,
  beforeLoad: (arriving) => {
    if (!arriving.context.me.is_management) needsOrganization(arriving.context.me)
    withChosenOrganizations(arriving)
  },
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { me, organization } = useSession()
  const ofPractice = me.is_management ? undefined : organization
  // The shell says so in place of the page, but only after that has rendered once.
  if (!me.is_management && !ofPractice) return null
  return (
    <AllRequests
      key={ofPractice?.id}
      organization={ofPractice}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Chosen={ChosenOrganizationsChip}
    />
  )
}
