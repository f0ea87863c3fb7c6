import { createFileRoute } from '@tanstack/react-router'
import { LocationList } from '../../features/locations/index.ts'
import { readLocationSearch } from '../../features/locations/search.ts'
import { onlyRoles } from '../../lib/guard.ts'
import { useSession } from '../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/locations/')({
  staticData: { title: 'Locations' },
  validateSearch: readLocationSearch,
  beforeLoad: ({ context }) => onlyRoles(context.me, ['doctor', 'lab_partner']),
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
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
