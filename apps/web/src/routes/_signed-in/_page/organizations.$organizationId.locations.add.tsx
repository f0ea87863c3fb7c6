import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddLocation } from '../../../features/locations/add-location.tsx'
import { locationManagers } from '../../../features/locations/managers.ts'
import { Refusal, refusals } from '../../../lib/guard.ts'
import { idParams } from '../../../lib/id-param.ts'
import { organizationInReach } from '../../../lib/organization-in-reach.ts'
import { roleOf } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/locations/add')({
  staticData: { title: 'Create Location', roles: locationManagers, permissions: addsLocations },
  params: idParams('organizationId'),
  // A partner's rights apply to its own lab; locations of practices that named it belong to those.
  beforeLoad: ({ context: { me }, params }) => {
    if (roleOf(me) === 'lab_partner' && !me.organizations.some(({ id }) => id === params.organizationId))
      throw new Refusal(refusals.section)
  },
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
