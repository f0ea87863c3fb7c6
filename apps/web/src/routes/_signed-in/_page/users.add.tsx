import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { AddUser } from '../../../features/users/add-user.tsx'

export const Route = createFileRoute('/_signed-in/_page/users/add')({
  staticData: { title: 'Create User', roles: staffRoles },
  component: AddUser,
})
