import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { LicenseList } from '../../../features/licenses/license-list.tsx'
import { readLicenseSearch } from '../../../features/licenses/search.ts'
import { ChosenOrganizationsChip } from '../../../features/patients/chosen-organizations-chip.tsx'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/licenses')({
  staticData: {
    title: 'Licenses',
    icon: 'inbox',
    roles: staffRoles,
    menu: { more: 'organizations-users' },
    chosenOrganizations: true,
  },
  validateSearch: readLicenseSearch,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <LicenseList
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Chosen={ChosenOrganizationsChip}
    />
  )
}
