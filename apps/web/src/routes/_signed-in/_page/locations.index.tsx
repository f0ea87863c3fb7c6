import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { organizationRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LocationList } from '../../../features/locations/location-list.tsx'
import { readLocationSearch } from '../../../features/locations/search.ts'
import { needsOrganization } from '../../../lib/guard.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/locations/')({
  staticData: {
    title: 'Locations',
    icon: 'location',
    roles: ['doctor', 'lab_partner'],
    orHolds: addsLocations,
    menu: [
      { row: 'locations', profile: 'normal', organizationRoles: ['organization_owner', 'organization_manager'] },
      { roles: ['doctor'], profile: 'normal', organizationRoles: ['organization_member'] },
      { roles: ['lab_partner'], organizationRoles },
    ],
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readLocationSearch> => raw,
  beforeLoad: ({ context }) => needsOrganization(context.me),
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readLocationSearch(raw), [raw])
  const navigate = Route.useNavigate()
  const { organization } = useSession()
  if (!organization) return null
  return (
    <LocationList
      key={organization.id}
      organizationId={organization.id}
      path="/locations"
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
