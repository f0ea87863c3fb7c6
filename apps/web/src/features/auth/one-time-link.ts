import { redirect } from '@tanstack/react-router'

/**
 * Tokens of links in mails: removed from the address bar at once (`access/links`), so that no history, no screenshot
 * and no referrer carries one. They live in this page's memory until it closes.
 */
const held = new Map<string, string>()

type LinkPath =
  | '/verify-user'
  | '/reset-password'
  | '/create-user'
  | '/confirm-invitation'
  | '/cancel-email-change'
  | '/dibs'

/** For a route's `beforeLoad`: stores the token and cleans the address. Returns the stored token, if any. */
export function holdToken(path: LinkPath, search: { token?: string }): string | undefined {
  if (!search.token) return held.get(path)
  held.set(path, search.token)
  throw redirect({ to: path, search: { ...search, token: undefined }, replace: true })
}

export const heldToken = (path: LinkPath): string => held.get(path) ?? ''

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.slice(0, 300)
    : typeof value === 'number'
      ? String(value)
      : undefined
