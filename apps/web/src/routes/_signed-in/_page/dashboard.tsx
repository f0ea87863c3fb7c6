import { seesStatistics } from '@archwire/contract/required-permissions.ts'
import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { readDashboardSearch } from '../../../features/dashboard/dashboard-search.ts'
import { maySeeStatistics } from '../../../features/dashboard/who-sees.ts'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'
import { currentOrganization } from '../../../lib/session.tsx'
import { Dashboard } from '../../../screens/dashboard/dashboard.tsx'

export const Route = createFileRoute('/_signed-in/_page/dashboard')({
  staticData: {
    title: 'Dashboard',
    icon: 'dashboard',
    chosenOrganizations: true,
    menu: [
      { row: 'dashboard', profile: 'management', roles: staffRoles },
      // All others of a practice are redirected to the patients (`screens/home`).
      { row: 'dashboard', profile: 'normal', permissions: seesStatistics },
    ],
  },
  validateSearch: readDashboardSearch,
  beforeLoad: (arriving) => {
    const { me } = arriving.context
    // People for whom it is empty start with the patients instead (`screens/home`).
    if (!me.is_management && !maySeeStatistics(me, currentOrganization(me)))
      throw redirect({ to: '/patients', replace: true })
    withChosenOrganizations(arriving)
  },
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <Dashboard search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
