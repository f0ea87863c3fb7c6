import { createFileRoute } from '@tanstack/react-router'
import { readTraysSearch } from '../../../features/case-trays/search.ts'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'
import { CaseTrays } from '../../../screens/case-trays/case-trays.tsx'

export const Route = createFileRoute('/_signed-in/_page/case-trays/')({
  staticData: {
    title: 'Trays of 8',
    icon: 'boxes',
    roles: ['super_admin', 'admin'],
    menu: { row: 'trays', profile: 'management' },
    chosenOrganizations: true,
  },
  validateSearch: readTraysSearch,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return <CaseTrays search={Route.useSearch()} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
