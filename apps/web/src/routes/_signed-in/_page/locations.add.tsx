import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddLocation } from '../../../features/locations/add-location.tsx'
import { needsOrganization } from '../../../lib/guard.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/locations/add')({
  staticData: {
    title: 'Create Location',
    roles: ['doctor', 'lab_partner'],
    orHolds: addsLocations,
    permissions: addsLocations,
  },
  beforeLoad: ({ context }) => needsOrganization(context.me),
  component: Screen,
})

function Screen() {
  const { organization } = useSession()
  return organization && <AddLocation key={organization.id} organizationId={organization.id} path="/locations" />
}
