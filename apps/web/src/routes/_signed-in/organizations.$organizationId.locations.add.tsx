import { createFileRoute } from '@tanstack/react-router'
import { AddLocation } from '../../features/locations/index.ts'
import { locationManagers, onlyRoles } from '../../lib/guard.ts'
import { idParams } from '../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/organizations/$organizationId/locations/add')({
  staticData: { title: 'Create Location', management: true },
  params: idParams('organizationId'),
  beforeLoad: ({ context }) => onlyRoles(context.me, locationManagers),
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
