import { createFileRoute } from '@tanstack/react-router'
import { OldCase } from '../../../features/create-case/old-case.tsx'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/old-cases/add')({
  staticData: { title: 'Add Old Case', roles: ['super_admin', 'admin'] },
  params: idParams('organizationId'),
  component: Screen,
})

/** A case of one practice of the time before the portal. */
function Screen() {
  const { organizationId } = Route.useParams()
  return (
    <OldCase
      key={organizationId}
      organizationId={organizationId}
      above={{ label: 'Patients', to: `/organizations/${organizationId}/patients` }}
    />
  )
}
