import type { Me } from '@archwire/contract/auth/routes.ts'
import { auth } from '@archwire/contract/client/auth'
import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { noRole, type UserRole } from '@archwire/contract/roles.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ApiError, call } from './api.ts'

export type { Me }
export type Organization = Me['organizations'][number]

/** Known without a question: the server saw no session when it sent this page, or said so (http/portal-page.ts). */
let signedOut = Boolean(globalThis.document?.querySelector('meta[name="signed-out"]'))
// Who comes back from another tab may have signed in there.
globalThis.document?.addEventListener('visibilitychange', () => void (signedOut = false))

/** Whether it is known that no one is signed in on this browser. */
export const isSignedOut = (): boolean => signedOut

/** The signed-in person. Throws `ApiError` 401 when signed out. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['auth', 'auth.me', {}],
    meta: { shows: auth.me.touches },
    queryFn: async ({ signal, client, queryKey }) => {
      if (signedOut) throw new ApiError(401, 401, 'Please sign in.')
      const known = client.getQueryData<Me>(queryKey)
      const organization = known && currentOrganization(known)
      try {
        return (await call(auth.me, { query: { current_organization_id: organization?.id } }, { signal })).user
      } catch (error) {
        // A page that leads to the sign-in page leaves the answer to it.
        signedOut = error instanceof ApiError && error.code === 401
        throw error
      }
    },
    staleTime: 60_000,
  })

export const roleOf = ({ roles: [role] }: Me): UserRole | null => (role && role.name !== noRole ? role.name : null)
export const homeOf = (me: Me): '/patients-page' | '/patients' => (me.is_management ? '/patients-page' : '/patients')
/** Where people begin: technicians with what they have to do, everyone else with the patients (`screens/home`). */
export const beginsAt = (me: Me): string => (roleOf(me) === 'tech_support' ? '/my-work' : homeOf(me))
/** Where people are sent who have no business on the requested page; it redirects those it is not meant for. */
export const dashboardPath: string = '/dashboard'
export const loginOf = (management: boolean): '/management' | '/login' => (management ? '/management' : '/login')

const organizationKey = (me: Me) => `archwire.organization.${me.id}`

/** The organization this browser last worked in for this user, else the server's choice, else the oldest membership. */
export function currentOrganization(me: Me): Organization | undefined {
  const remembered = Number(localStorage.getItem(organizationKey(me)))
  const find = (id: number | null) => me.organizations.find((organization) => organization.id === id)
  return find(remembered) ?? find(me.current_organization_id) ?? me.organizations[0]
}

export const rememberOrganization = (me: Me, id: number): void => localStorage.setItem(organizationKey(me), String(id))

/** Whether the user holds one of these permissions, in the current organization or everywhere (`people/within`). */
export function allowed(me: Me, organization: Organization | undefined, ...permissions: Permission[]): boolean {
  const held: ReadonlySet<string> = new Set([...me.all_permissions, ...(organization?.pivot.all_permissions ?? [])])
  return permissions.some((permission) => held.has(permission))
}

/** The displayed name of an organization: an unnamed one (`Account 12`) is shown by its number. */
export const nameOf = ({ name, account_number }: Pick<Organization, 'name' | 'account_number'>): string =>
  new RegExp(unnamed).test(name) ? account_number : name

/** The number beside a displayed name; none where the number itself is displayed. */
export const numberBeside = (organization: Pick<Organization, 'name' | 'account_number'>): string | undefined =>
  nameOf(organization) === organization.account_number ? undefined : organization.account_number

/** An organization in a list to pick from: `name | number`. */
export const organizationLabel = (organization: Pick<Organization, 'name' | 'account_number'>): string =>
  [nameOf(organization), numberBeside(organization)].filter(Boolean).join(' | ')

export interface Session {
  me: Me
  /** Undefined for people without one, and once it was lost while the page is open. */
  organization: Organization | undefined
  /** Switches to another organization. */
  switchOrganization: (id: number) => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session of a screen inside the shell. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside the shell')
  return session
}

let over = false

/**
 * The session of this page has ended. For a moment a server may still respond as if it had not, so nothing is fetched.
 */
export const sessionIsOver = (): boolean => over

/** Clears everything this browser has stored of the session: the next page starts empty. */
export function forget(client: QueryClient): void {
  over = true
  client.clear()
}

/** The page that knew the session is gone: later reads fetch it again. */
export const leaveBehind = (): void => void (over = false)

/** Reads begin again: a person has signed in. */
export function remember(client: QueryClient, user: Me): void {
  over = false
  signedOut = false
  client.clear()
  client.setQueryData(meQuery().queryKey, user)
}
