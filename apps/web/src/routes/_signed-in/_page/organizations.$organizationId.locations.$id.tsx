import { locations } from '@archwire/contract/client/locations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { LocationDetails } from '../../../features/locations/location-details.tsx'
import { locationManagers } from '../../../features/locations/managers.ts'
import { hasRole } from '../../../lib/guard.ts'
import { idParams } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/$id')({
  staticData: { title: 'Location' },
  params: idParams('organizationId', 'id'),
  component: Screen,
})

function Screen() {
  const { organizationId, id } = Route.useParams()
  const { me } = useSession()
  const { location } = useSuspenseQuery(query(locations.get, { params: { id } })).data
  // An address that names another organization is unknown.
  if (location.organization_id !== organizationId) throw notFound()
  // Back to a list that this person may open; some people have none.
  const path = hasRole(me, { roles: locationManagers })
    ? `/organizations/${organizationId}/locations`
    : hasRole(me, { roles: ['doctor', 'lab_partner'] }) && me.organizations.some((own) => own.id === organizationId)
      ? '/locations'
      : undefined
  return <LocationDetails key={id} id={id} path={path} />
}
