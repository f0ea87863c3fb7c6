import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { GlobalSearch } from '../../../features/global-search/global-search.tsx'
import type { GlobalTexts } from '../../../features/global-search/queries.ts'
import { ChosenOrganizationsChip } from '../../../features/patients/chosen-organizations-chip.tsx'
import { readGlobalSearch } from '../../../features/global-search/search.ts'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations-users')({
  staticData: {
    title: 'Organizations & Users',
    icon: 'contacts',
    roles: staffRoles,
    menu: { row: 'organizations-users' },
    chosenOrganizations: true,
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): GlobalTexts => raw,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const search = readGlobalSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <GlobalSearch
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Chosen={ChosenOrganizationsChip}
    />
  )
}
