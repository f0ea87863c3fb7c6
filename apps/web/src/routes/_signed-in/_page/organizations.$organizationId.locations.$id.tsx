import { locations } from '@archwire/contract/client/locations'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { LocationDetails } from '../../../features/locations/location-details.tsx'
import { locationManagers } from '../../../features/locations/managers.ts'
import { hasRole, onlyWithin } from '../../../lib/guard.ts'
import { idParams } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/$id')({
  staticData: { title: 'Location' },
  params: idParams('organizationId', 'id'),
  beforeLoad: ({ context, params }) => onlyWithin(context.me, params.organizationId),
  loader: async ({ context, params: { organizationId, id } }) => {
    const { location } = await context.queryClient.ensureQueryData(query(locations.get, { params: { id } }))
    // An address that names another organization is unknown.
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told that there is no such page
    if (location.organization_id !== organizationId) throw notFound()
  },
  component: Screen,
})

function Screen() {
  const { organizationId, id } = Route.useParams()
  const { me } = useSession()
  // Back to a list that this person may open; some people have none.
  const path = hasRole(me, { roles: locationManagers })
    ? `/organizations/${organizationId}/locations`
    : hasRole(me, { roles: ['doctor', 'lab_partner'] }) && me.organizations.some((own) => own.id === organizationId)
      ? '/locations'
      : undefined
  return <LocationDetails key={id} id={id} path={path} />
}
