import { createFileRoute } from '@tanstack/react-router'
import { AddLocation } from '../../features/locations/index.ts'
import { onlyRoles } from '../../lib/guard.ts'
import { useSession } from '../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/locations/add')({
  staticData: { title: 'Create Location' },
  beforeLoad: ({ context }) => onlyRoles(context.me, ['doctor', 'lab_partner']),
  component: Screen,
})

function Screen() {
  const { organization } = useSession()
  return organization && <AddLocation key={organization.id} organizationId={organization.id} path="/locations" />
}
