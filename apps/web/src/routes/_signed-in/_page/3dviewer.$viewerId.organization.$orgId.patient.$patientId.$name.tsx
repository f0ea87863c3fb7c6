import { patients } from '@archwire/contract/client/patients'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { caseTab } from '../../../features/case/case-tab.ts'
import { onlyWithin } from '../../../lib/guard.ts'
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
  beforeLoad: ({ context, params }) => onlyWithin(context.me, Number(params.orgId)),
  loader: async ({ context, params }) => {
    // A case that cannot be read is said beside its scene, which may be there.
    const data = await context.queryClient
      .ensureQueryData(query(patients.get, { params: { id: Number(params.patientId) } }))
      .catch(() => undefined)
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told that there is no such page
    if (data && data.patient.organization_id !== Number(params.orgId)) throw notFound()
    return data
  },
  component: () => <ViewerPage {...Route.useParams()} {...Route.useSearch()} />,
})
