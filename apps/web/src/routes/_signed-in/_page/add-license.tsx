import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddLicense } from '../../../features/licenses/add-license.tsx'

export const Route = createFileRoute('/_signed-in/_page/add-license')({
  staticData: { title: 'Add License', roles: staffRoles },
  component: AddLicense,
})
