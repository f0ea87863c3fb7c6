import type { Me } from '@archwire/contract/auth/routes.ts'
import { auth } from '@archwire/contract/client/auth'
import type { Permission } from '@archwire/contract/permissions.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { call } from './api.ts'

export type { Me }
export type Organization = Me['organizations'][number]

/** Who is signed in. Throws `ApiError` 401 when nobody is. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['auth', 'auth.me', {}],
    meta: { shows: auth.me.touches },
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<Me>(queryKey)
      const organization = known && currentOrganization(known)
      return (await call(auth.me, { query: { current_organization_id: organization?.id } }, { signal })).user
    },
    staleTime: 60_000,
  })

export const roleOf = (me: Me): UserRole | null => me.roles[0]?.name ?? null
export const homeOf = (me: Me): '/patients-page' | '/patients' => (me.is_management ? '/patients-page' : '/patients')
/** Where people go who have nothing to do on the page that they asked for; it leads on whom it does not concern. */
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

/** What people read for an organization: one that nobody has named yet (`Account 12`) goes by its number. */
export const nameOf = ({ name, account_number }: Pick<Organization, 'name' | 'account_number'>): string =>
  /^(Account \d+)?$/.test(name) ? account_number : name

export interface Session {
  me: Me
  /** Undefined for people without one, and once it was lost while the page is open. */
  organization: Organization | undefined
  /** Work in another organization from now on. */
  switchOrganization: (id: number) => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session of a screen inside the frame. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside the frame')
  return session
}

let over = false

/** The session of this page has ended. For a moment a server may still answer as if it had not: nobody asks it. */
export const sessionIsOver = (): boolean => over

/** Forgets everything this browser knows of the session: the next page starts from nothing. */
export function forget(client: QueryClient): void {
  over = true
  client.clear()
}

/** The page that knew the session is gone: whoever asks from now on asks for themselves. */
export const leaveBehind = (): void => void (over = false)

/** Somebody has signed in: nothing of whoever was here before is left. */
export function beginSession(client: QueryClient, user: Me): void {
  over = false
  client.clear()
  client.setQueryData(meQuery().queryKey, user)
}
