import { ownPath } from '../../lib/own-path.ts'

/**
 * Where a link to the desktop application may lead (`access/desktop`): a page of this portal, or the application by its
 * own scheme. Everything else is ignored. Parsed, never matched by prefix.
 */
export type DesktopTarget = { kind: 'app'; address: string } | { kind: 'page'; path: string }

/**
 * @param q the requested target, if any
 * @param scheme the prefix of the application's links, `dibs://`
 * @param code opens one `GET /me`; the application's link carries it, a page never; people who came by a code have none
 * @param origin of the portal
 */
export function desktopTarget(
  q: string | undefined,
  { scheme, code, origin }: { scheme: string; code: string | undefined; origin: string },
): DesktopTarget {
  const path = ownPath(q, origin)
  if (path !== undefined) return { kind: 'page', path }
  const app = new URL(scheme)
  const asked = q !== undefined && URL.canParse(q) ? new URL(q) : undefined
  const target = asked?.protocol === app.protocol ? asked : app
  if (code === undefined) target.searchParams.delete('desktop_code')
  else target.searchParams.set('desktop_code', code)
  return { kind: 'app', address: target.href }
}
