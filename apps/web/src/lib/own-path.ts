/** Only the portal's own relative paths are followed (`access/way-back`); anything else is dropped. */
export function ownPath(path: string | undefined, origin = location.origin): string | undefined {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined
  const url = new URL(path, origin)
  // A path that begins with two slashes once its dots are resolved leads elsewhere, too.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
