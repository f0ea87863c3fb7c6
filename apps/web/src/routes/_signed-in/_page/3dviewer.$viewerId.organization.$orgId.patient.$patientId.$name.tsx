import { patients } from '@archwire/contract/client/patients'
import { createFileRoute } from '@tanstack/react-router'
import { caseTab } from '../../../lib/case-tab.ts'
import { query } from '../../../lib/query.ts'
import { ViewerPage } from '../../../screens/viewer-page/viewer-page.tsx'

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const Route = createFileRoute(
  '/_signed-in/_page/3dviewer/$viewerId/organization/$orgId/patient/$patientId/$name',
)({
  staticData: { title: '3D viewer', tab: caseTab },
  validateSearch: ({ compare, file, with: other }): { compare?: true; file?: number; with?: number } => ({
    ...(compare === true && { compare }),
    ...(compare === true && isId(file) && { file, ...(isId(other) && { with: other }) }),
  }),
  // A case that cannot be read is said beside its scene, which may be there.
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData(query(patients.get, { params: { id: Number(params.patientId) } }))
      .catch(() => undefined),
  component: () => <ViewerPage {...Route.useParams()} {...Route.useSearch()} />,
})
