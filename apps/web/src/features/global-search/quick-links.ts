import type { Permission } from '@archwire/contract/permissions.ts'
import { startsCases } from '@archwire/contract/required-permissions.ts'
import { managementRoles, userRoles } from '@archwire/contract/roles.ts'
import type { SearchHit } from '@archwire/contract/search/document.ts'

export interface QuickLink {
  label: string
  to: string
  search?: Record<string, string>
}

/** Whether this person may open a page, by its path as the router writes it; `needs`: one of these, besides. */
export type MayOpen = (route: string, needs?: readonly Permission[]) => boolean

/** What is archived offers its cases alone. */
const ofArchived = 'Patients'

/** The page of a hit itself. */
export function pageOfHit({ model, model_id, organizations: [organization] }: SearchHit): string {
  if (model === 'organization') return `/organizations/${model_id}`
  return model === 'user' ? `/users/${model_id}` : `/organizations/${organization?.id}/locations/${model_id}`
}

/** Where a hit leads besides its own page, in a fixed order: pages that exist and that this person may open (`search/cards`). */
export function quickLinksOf(hit: SearchHit, mayOpen: MayOpen): QuickLink[] {
  const links = linksOf(hit).filter(({ route, needs }) => mayOpen(route, needs))
  return links
    .filter(({ label }) => !hit.is_archived || label === ofArchived)
    .map(({ label, to, search }) => ({ label, to, ...(search && { search }) }))
}

interface Way extends QuickLink {
  route: string
  needs?: readonly Permission[]
}

function linksOf(hit: SearchHit): Way[] {
  // An organization of its own, the practice of a location, the one that a person joined first.
  const organization = hit.model === 'organization' ? { id: hit.model_id, name: hit.full_name } : hit.organizations[0]
  if (!organization) return []
  const users: Way = {
    label: 'Users',
    route: '/users',
    to: '/users',
    search: { organizationId: String(organization.id), roles: userRoles.join(',') },
  }
  const isOfTheLab = hit.kind === 'partner' || (managementRoles as readonly string[]).includes(hit.filter)
  // Partner labs have no cases and no bills of their own.
  if (isOfTheLab) return [users]
  const at = `/organizations/${organization.id}`
  const isDoctor = hit.filter === 'doctor'
  // A part of a name finds others, too; of their organizations, people and locations say the name alone.
  const sought = (hit.model === 'organization' && hit.account_number) || organization.name
  return [
    {
      label: 'Subscription',
      route: '/subscriptions',
      to: '/subscriptions',
      search: { full_name_like: sought },
    },
    { label: 'Locations', route: '/organizations/$organizationId/locations', to: `${at}/locations` },
    users,
    hit.model === 'location'
      ? casesWith('filter[locations]', hit.model_id)
      : isDoctor
        ? casesWith('filter[user_id]', hit.model_id)
        : { label: 'Patients', route: '/organizations/$organizationId/patients', to: `${at}/patients` },
    {
      label: 'Onboardings',
      route: '/onboardings',
      to: '/onboardings',
      search: { search_organization_name: sought, status: '1,5,10' },
    },
    ...(hit.is_disabled
      ? []
      : [
          {
            label: 'Start Case',
            route: '/organizations/$organizationId/rx-forms/add',
            needs: startsCases,
            to: `${at}/rx-forms/add`,
            ...(isDoctor && { search: { user_id: String(hit.model_id) } }),
            ...(hit.model === 'location' && { search: { location_id: String(hit.model_id) } }),
          },
          {
            label: 'Add Old Case',
            route: '/organizations/$organizationId/old-cases/add',
            needs: ['old-cases.upload'] as const,
            to: `${at}/old-cases/add`,
          },
        ]),
    { label: 'Notes', route: '/organizations/$id', to: at, search: { tab: 'notes' } },
  ]
}

const casesWith = (key: string, id: number): Way => ({
  label: 'Patients',
  route: '/patients-page',
  to: '/patients-page',
  search: { [key]: String(id) },
})
