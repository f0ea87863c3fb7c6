import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppShell } from '../shell/app-shell.tsx'
import { ApiError } from '../lib/api.ts'
import { announcementQuery, settingsQuery } from '../lib/lab-settings.ts'
import { isOfTheLab, setupOf } from '../lib/guard.ts'
import { currentOrganization, loginOf, meQuery } from '../lib/session.tsx'

/**
 * Everything behind the sign-in (`access/refused`). Signed-out visitors are sent to the profile's sign-in page, with
 * the way back in `path`; an owner whose organization has no main location, to the account setup.
 */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location, matches }) => {
    const me = await context.queryClient.ensureQueryData(meQuery()).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const management = matches.some(({ staticData }) => isOfTheLab(staticData))
      throw redirect({ to: loginOf(management), search: { path: location.href }, replace: true })
    })
    if (setupOf(me, currentOrganization(me)) === 'mine' && !matches.some(({ staticData }) => staticData.setup))
      throw redirect({ to: '/initial-setup', replace: true })
    return { me }
  },
  // The shell waits for none of it.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery)
    void context.queryClient.prefetchQuery(announcementQuery)
  },
  // What was shown before stays until the shell is there; see router.tsx.
  pendingMs: Infinity,
  component: AppShell,
})
