import { addsLocations } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { LocationDetails } from '../../../features/locations/location-details.tsx'
import { idParam } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/locations/$id')({
  staticData: { title: 'Location', roles: ['doctor', 'lab_partner'], orHolds: addsLocations },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <LocationDetails key={id} id={id} path="/locations" />
}
