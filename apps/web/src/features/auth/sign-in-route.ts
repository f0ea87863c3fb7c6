import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ownPath } from '../../lib/own-path.ts'
import { dashboardPath, meQuery, sessionIsOver } from '../../lib/session.tsx'

/** `?path=` of both sign-in pages: where to go afterwards; only own paths count. */
export const pathSearch = (raw: Record<string, unknown>): { path?: string } => ({
  path: typeof raw.path === 'string' ? ownPath(raw.path) : undefined,
})

/** Signed-in people are redirected away from sign-in pages (`access/doors`). */
export async function awayWhenSignedIn({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  if (sessionIsOver()) return
  const me = await context.queryClient.ensureQueryData({ ...meQuery(), retry: false }).catch(() => undefined)
  if (me) throw redirect({ to: dashboardPath, replace: true })
}
