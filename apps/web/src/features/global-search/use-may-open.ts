import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { hasRole } from '../../lib/guard.ts'
import type { Page } from '../../lib/page.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import type { MayOpen } from './quick-links.ts'

/** Whether a page exists and is open to this person, as the page itself says. */
export function useMayOpen(): MayOpen {
  const { me } = useSession()
  const router: AnyRouter = useRouter()
  const routes = router.routesByPath as Record<string, { options: { staticData?: Page } } | undefined>
  return (path, needs) => {
    const route = routes[path] ?? routes[`${path}/`]
    if (!route) return false
    const { roles, permissions } = route.options.staticData ?? {}
    return (
      hasRole(me, { roles }) &&
      [permissions, needs].every((asked) => asked === undefined || allowed(me, undefined, ...asked))
    )
  }
}
