import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddLocation } from '../../../features/locations/add-location.tsx'
import { locationManagers } from '../../../features/locations/managers.ts'
import { idParams } from '../../../lib/id-param.ts'
import { organizationInReach } from '../../../lib/organization-in-reach.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/add')({
  staticData: { title: 'Create Location', roles: locationManagers, permissions: addsLocations },
  params: idParams('organizationId'),
  loader: ({ context, params }) => organizationInReach(context, params.organizationId),
  component: Screen,
})

function Screen() {
  const { organizationId } = Route.useParams()
  return (
    <AddLocation
      key={organizationId}
      organizationId={organizationId}
      path={`/organizations/${organizationId}/locations`}
    />
  )
}
