import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Announcement } from '../../features/announcements/announcement.tsx'
import { mayOpen } from '../../lib/guard.ts'
import { announcementQuery } from '../../lib/lab-settings.ts'
import { useSession } from '../../lib/session.tsx'

/**
 * Every page declares on its route who may open it; it is checked here, so that none forgets to. Refusals appear in the
 * shell.
 */
export const Route = createFileRoute('/_signed-in/_page')({
  beforeLoad: ({ context, matches }): { announces: boolean } => {
    const { staticData, params } = matches.at(-1)!
    mayOpen(context.me, staticData, 'organizationId' in params ? params.organizationId : undefined)
    return { announces: staticData.announcement ?? false }
  },
  // What is shown above a page comes with it, so that nothing jumps; if it fails, the page is shown without it.
  loader: async ({ context }) => {
    if (context.announces) await context.queryClient.ensureQueryData(announcementQuery).catch(() => undefined)
  },
  component: WithAnnouncement,
})

function WithAnnouncement() {
  const { me } = useSession()
  const announces = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.announcement) })
  return (
    <>
      {announces && <Announcement userId={me.id} />}
      <Outlet />
    </>
  )
}
