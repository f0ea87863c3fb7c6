import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { MyWork } from '../../../features/tech-workflows/my-work.tsx'

export const Route = createFileRoute('/_signed-in/_page/my-work')({
  staticData: { title: 'My work', icon: 'people', roles: managementRoles, menu: { row: 'my-work' } },
  component: MyWork,
})
