import { redirect } from '@tanstack/react-router'

/**
 * Tokens of links in mails: removed from the address bar at once (`access/links`), so that no history, no screenshot
 * and no referrer carries one. They live in this tab until they are used or it closes: a reload must not lose one.
 */
const held = new Map<string, string>()
const keyOf = (path: LinkPath) => `archwire.link.${path}`

type LinkPath =
  | '/verify-user'
  | '/reset-password'
  | '/create-user'
  | '/confirm-invitation'
  | '/cancel-email-change'
  | '/monday-mail'
  | '/dibs'

/** For a route's `beforeLoad`: stores the token and cleans the address. Returns the stored token, if any. */
export function holdToken(path: LinkPath, search: { token?: string }): string | undefined {
  if (!search.token) return heldToken(path)
  held.set(path, search.token)
  // A code for the desktop application counts once, as soon as its page is open: after a reload it is void.
  if (path !== '/dibs') sessionStorage.setItem(keyOf(path), search.token)
  throw redirect({ to: path, search: { ...search, token: undefined }, replace: true })
}

/** The token of this page's link; '' without one. */
export const heldToken = (path: LinkPath): string => held.get(path) ?? sessionStorage.getItem(keyOf(path)) ?? ''

/** The link was used: this tab keeps nothing of it. */
export function dropToken(path: LinkPath): void {
  held.delete(path)
  sessionStorage.removeItem(keyOf(path))
}

/** No response, too many tries, a busy or unavailable server: that says nothing about the link. */
export const mayPass = ({ status }: { status: number }): boolean => status === 0 || status === 429 || status >= 500

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.slice(0, 300)
    : typeof value === 'number'
      ? String(value)
      : undefined
