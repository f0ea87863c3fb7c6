import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentOrganization, homeOf } from '../../../lib/session.tsx'

/** The installed app's shortcut: a new case of the organization that one works in, else home (`screens/installed`). */
export const Route = createFileRoute('/_signed-in/_page/start-case')({
  beforeLoad: ({ context: { me } }) => {
    const organization = me.is_management ? undefined : currentOrganization(me)
    throw organization
      ? redirect({
          to: '/organizations/$organizationId/rx-forms/add',
          params: { organizationId: organization.id },
          replace: true,
        })
      : redirect({ to: homeOf(me), replace: true })
  },
})
