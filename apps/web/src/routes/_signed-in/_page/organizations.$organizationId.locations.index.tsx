import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LocationList } from '../../../features/locations/location-list.tsx'
import { readLocationSearch } from '../../../features/locations/search.ts'
import { locationManagers } from '../../../features/locations/managers.ts'
import { idParams } from '../../../lib/id-param.ts'
import { organizationInReach, organizationQuery } from '../../../lib/organization-in-reach.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/')({
  staticData: { title: 'Locations', roles: locationManagers },
  params: idParams('organizationId'),
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readLocationSearch> => raw,
  // Whose locations they are stands above them.
  loader: async ({ context, params }) => {
    await organizationInReach(context, params.organizationId)
    if (context.me.is_management) await context.queryClient.prefetchQuery(organizationQuery(params.organizationId))
  },
  component: Screen,
})

function Screen() {
  const { organizationId } = Route.useParams()
  const raw = Route.useSearch()
  const search = useMemo(() => readLocationSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return (
    <LocationList
      key={organizationId}
      organizationId={organizationId}
      path={`/organizations/${organizationId}/locations`}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
