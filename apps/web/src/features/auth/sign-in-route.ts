import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ownPath } from '../../lib/own-path.ts'
import { dashboardPath, meQuery, sessionIsOver } from '../../lib/session.tsx'

/** `?path=` of both sign-in pages: where to go afterwards; only own paths count. */
export const pathSearch = (raw: Record<string, unknown>): { path?: string } => ({
  path: typeof raw.path === 'string' ? ownPath(raw.path) : undefined,
})

/** Links of programs lead to the API, which leads on to a page (`screens/open-link`). */
export const isOpenLink = (path: string | undefined): path is string => path?.startsWith('/api/v1/open_') === true

interface Arriving {
  context: { queryClient: QueryClient }
  search: object
}

/**
 * Signed-in people are redirected away from sign-in pages (`access/doors`). A link of another site comes without their
 * cookie, so that the server leads them here: they go on to where it points.
 */
export async function awayWhenSignedIn({ context, search }: Arriving): Promise<void> {
  const { path } = search as ReturnType<typeof pathSearch>
  if (sessionIsOver()) return
  const me = await context.queryClient.ensureQueryData({ ...meQuery(), retry: false }).catch(() => undefined)
  if (me) throw redirect(isOpenLink(path) ? { href: path, reloadDocument: true } : { to: dashboardPath, replace: true })
}
