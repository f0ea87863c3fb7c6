import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { readFigureSearch } from '../../../features/figures/search.ts'
import { Reports } from '../../../screens/reports/reports.tsx'

export const Route = createFileRoute('/_signed-in/_page/reports')({
  staticData: {
    title: 'Reports',
    icon: 'chart',
    roles: staffRoles,
    orHolds: ['organization.patients.view-any'],
    menu: [
      { row: 'reports', profile: 'normal', permissions: ['organization.patients.view-any'] },
      // The menu's "Reports" of the lab are its exports (`reports/menu`).
      { title: 'Figures', more: 'dashboard', profile: 'management', roles: staffRoles },
    ],
  },
  validateSearch: readFigureSearch,
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <Reports search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
