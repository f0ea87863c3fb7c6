import { createFileRoute } from '@tanstack/react-router'
import { ViewerPage } from '../../../screens/viewer-page/viewer-page.tsx'

export const Route = createFileRoute(
  '/_signed-in/_page/3dviewer/$viewerId/organization/$orgId/patient/$patientId/$name',
)({
  staticData: { title: '3D viewer', tab: ({ params }) => (params as { name: string }).name },
  component: () => <ViewerPage {...Route.useParams()} />,
})
