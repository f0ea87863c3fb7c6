import { patients } from '@archwire/contract/client/patients'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../lib/case-tab.ts'
import { query } from '../../../lib/query.ts'
import { ViewerPage } from '../../../screens/viewer-page/viewer-page.tsx'

export const Route = createFileRoute(
  '/_signed-in/_page/3dviewer/$viewerId/organization/$orgId/patient/$patientId/$name',
)({
  staticData: { title: '3D viewer', tab: caseTab },
  validateSearch: ({ compare }): { compare?: true } => (compare === true ? { compare } : {}),
  // A case that cannot be read is said beside its scene, which may be there.
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData(query(patients.get, { params: { id: Number(params.patientId) } }))
      .catch(() => undefined),
  component: () => <ViewerPage {...Route.useParams()} {...Route.useSearch()} />,
})
