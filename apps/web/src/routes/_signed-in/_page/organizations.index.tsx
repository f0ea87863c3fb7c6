import { managementRoles, staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { locationManagers } from '../../../features/locations/managers.ts'
import { OrganizationList } from '../../../features/organizations/organization-list.tsx'
import { readOrganizationSearch } from '../../../features/organizations/search.ts'
import { hasRole } from '../../../lib/guard.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/organizations/')({
  staticData: {
    title: 'Organizations',
    icon: 'organization',
    roles: managementRoles,
    menu: [
      { row: 'organizations', profile: 'management', roles: ['lab_partner'] },
      { more: 'organizations-users', roles: staffRoles },
    ],
  },
  validateSearch: readOrganizationSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { me } = useSession()
  return (
    <OrganizationList
      seesLocations={hasRole(me, { roles: locationManagers })}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
