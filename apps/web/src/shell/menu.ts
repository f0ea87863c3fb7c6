import type { AnyRouter } from '@tanstack/react-router'
import { hasRole } from '../lib/guard.ts'
import { menuRows, type MenuRow } from '../lib/menu-rows.ts'
import type { MenuLine, Page } from '../lib/page.ts'
import { allowed, type Session } from '../lib/session.tsx'

/** A page with a place in menu or palette, and its address as the router writes it. */
export interface Place extends Page {
  route: string
}

/** The places that the router knows, as its pages declare them. */
export const placesOf = ({ routesByPath }: Pick<AnyRouter, 'routesByPath'>): Place[] =>
  Object.entries(routesByPath as Record<string, { options: { staticData?: Page } }>)
    .map(([route, { options }]) => ({ ...options.staticData, route: route.replace(/(?<=.)\/$/, '') }))
    .filter(({ menu }) => menu)

/** A line of the menu as this person sees it. */
export interface MenuItem extends Pick<Page, 'icon' | 'chosenOrganizations'> {
  title: string
  route: string
  to: string
  /** Its row in the sidebar; undefined where the palette alone leads there. */
  row: MenuRow | undefined
  /** The row whose More menu shows it. */
  more: MenuRow | undefined
  /** Why it cannot be opened now; undefined when it can. */
  disabled: string | undefined
}

type Person = Pick<Session, 'me' | 'organization'>

/** What this person may open: the sidebar's rows from top to bottom, then what only the palette leads to. */
export function menuFor(person: Person, places: readonly Place[]): MenuItem[] {
  const { organization } = person
  return places
    .flatMap((place) => linesOf(place).map((line) => ({ place, line })))
    .filter(({ place, line }) => isFor(person, place, line))
    .map(({ place, line }) => ({
      title: line.title ?? place.title ?? '',
      icon: place.icon,
      chosenOrganizations: place.chosenOrganizations,
      route: place.route,
      to: place.route.replace('$organizationId', String(organization?.id)),
      row: line.row,
      more: line.more,
      disabled: organization && line.closed?.(organization),
    }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** From the top; lines without a row come last. */
const placeOf = ({ row }: MenuItem): number => (row === undefined ? menuRows.length : menuRows.indexOf(row))

const linesOf = ({ menu = [] }: Place): readonly MenuLine[] => ('length' in menu ? menu : [menu])

function isFor({ me, organization }: Person, place: Place, line: MenuLine): boolean {
  if (line.profile && (line.profile === 'management') !== me.is_management) return false
  if (!hasRole(me, place, () => organization) || !hasRole(me, line)) return false
  if (place.route.includes('$organizationId') && !organization) return false
  if (line.organizationRoles && (!organization || !line.organizationRoles.includes(organization.pivot.role.name)))
    return false
  return [place.permissions, line.permissions].every((asked) => !asked || allowed(me, organization, ...asked))
}
