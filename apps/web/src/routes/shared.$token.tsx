import { createFileRoute } from '@tanstack/react-router'
import { SharedScene } from '../screens/shared-scene/shared-scene.tsx'

/** Public: anyone with the link sees one scene, and nothing else of the portal. */
export const Route = createFileRoute('/shared/$token')({
  staticData: { title: 'Shared scans' },
  component: () => <SharedScene token={Route.useParams().token} />,
})
