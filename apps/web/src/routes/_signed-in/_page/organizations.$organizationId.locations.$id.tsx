import { locations } from '@archwire/contract/client/locations'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { LocationDetails } from '../../../features/locations/location-details.tsx'
import { idParams } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/$id')({
  staticData: { title: 'Location' },
  params: idParams('organizationId', 'id'),
  loader: async ({ context, params: { id, organizationId } }) => {
    const { location } = await context.queryClient.ensureQueryData(query(locations.get, { params: { id } }))
    // An address that names another organization is nobody's.
    if (location.organization_id !== organizationId) throw notFound()
  },
  component: Screen,
})

function Screen() {
  const { organizationId, id } = Route.useParams()
  return <LocationDetails key={id} id={id} path={`/organizations/${organizationId}/locations`} />
}
