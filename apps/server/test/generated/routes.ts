import type { Route } from '@archwire/contract/core/route.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { membershipPermissions, organizationRolePermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import { z } from 'zod'
import { routesOfContract } from '../../src/http/openapi.ts'
import { pathOf } from '../app.ts'
import { asOfToday } from './example-days.ts'

/** Every route of the contract with a name for reports. The event stream never ends, so it is tested by itself. */
export const routes: [name: string, route: Route][] = routesOfContract().map((route) => [
  `${route.method} ${route.path}`,
  route,
])

export const roles = [
  'super_admin',
  'admin',
  'supervisor',
  'tech_support',
  'lab_partner',
  'owner',
  'manager',
  'member',
  'assistant',
  'nobody',
] as const
export type Role = (typeof roles)[number]

/** What each kind of person holds anywhere, straight from the grants tables. */
export function granted(role: Role): ReadonlySet<Permission> {
  const union = (...lists: (readonly Permission[])[]) => new Set(lists.flat())
  switch (role) {
    case 'owner':
      return union(userRolePermissions.doctor, organizationRolePermissions.organization_owner)
    case 'manager':
      return union(userRolePermissions.staff_member, organizationRolePermissions.organization_manager)
    case 'member':
      return union(userRolePermissions.doctor, organizationRolePermissions.organization_member)
    case 'assistant':
      return union(userRolePermissions.staff_member, membershipPermissions('staff_member', 'organization_member'))
    case 'lab_partner':
      return union(userRolePermissions.lab_partner, membershipPermissions('lab_partner', 'organization_owner'))
    case 'nobody':
      return union([])
    default:
      return union(userRolePermissions[role])
  }
}

export function admitted(route: Route, role: Role): boolean {
  if (route.needs === 'public' || route.needs === 'session') return true
  const needs = (typeof route.needs === 'string' ? [route.needs] : route.needs) as readonly Permission[]
  return needs.some((name) => granted(role).has(name))
}

/** Whether the role may send a field of the body: one without a permission of its own, or with one that it holds. */
export const maySet = (route: Route, role: Role, field: string): boolean =>
  route.fieldPermissions?.[field]?.some((name) => granted(role).has(name)) ?? true

/** A body without the fields that the role may not send. */
export const bodyOf = (route: Route, role: Role, body: object | undefined): object | undefined =>
  body && Object.fromEntries(Object.entries(body).filter(([field]) => maySet(route, role, field)))

/** The number of the first page of a list, 1 or 0; undefined of a route without pages. */
export function firstPageOf({ query }: Route): number | undefined {
  if (query === undefined || !z.safeParse(query, { perPage: 200, page: 1 }).success) return undefined
  return (z.parse(query, { perPage: 200 }) as { page: number }).page
}

/** The route's example with ids of ours in it: `id` for the path, and the same for ids in query and body. */
export function exampleOf(route: Route, ids: { path: string | number; query?: object; body?: object }) {
  const example = asOfToday(route.example ?? {})
  // The id of a scene is no number: where none is given, the example's is.
  const takes = (name: string) => name === 'id' || (name === 'viewer_id' && /^[0-9a-f]{32}$/.test(String(ids.path)))
  const params = Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name!,
      takes(name!) ? ids.path : ((example.params as Record<string, unknown>)?.[name!] ?? ids.path),
    ]),
  )
  return {
    path: pathOf(route, params, { ...example.query, ...ids.query }),
    body: route.body ? { ...example.body, ...ids.body } : undefined,
  }
}
