import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'

/** The place of the search of organizations and users; until there is one it leads to the list of users. */
export const Route = createFileRoute('/_signed-in/_page/organizations-users')({
  staticData: { title: 'Organizations & Users', roles: staffRoles },
  beforeLoad: () => {
    throw redirect({ to: '/users', replace: true })
  },
})
