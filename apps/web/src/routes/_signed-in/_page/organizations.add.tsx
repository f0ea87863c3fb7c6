import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddOrganization } from '../../../features/organizations/add-organization.tsx'

export const Route = createFileRoute('/_signed-in/_page/organizations/add')({
  staticData: { title: 'Create Organization', roles: staffRoles },
  component: AddOrganization,
})
