import type { RxFormContext } from '@archwire/contract/rx-forms/form.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import {
  assignmentsFor,
  usualEntries,
  type Allowed,
  type AssignedWork,
  type UsualChoices,
} from '@archwire/contract/rx-forms/preferences.ts'
import type { Actor } from '../../kernel/actor.ts'
import { methodOf, reaches } from '../calendar/index.ts'
import type { Practice } from '../organizations/index.ts'

/** Who may do the work of a case that this person starts: a partner's cases are its own work (`rx-form/who`). */
export const allowedAt = ({ preferences }: Practice, actor: Pick<Actor, 'role'>): Allowed => ({
  submission_completed_by: actor.role === 'lab_partner' ? [assignment.thirdParty] : preferences.allowed_assignments,
  print_assignment: preferences.allowed_print_assignments,
  insert_brackets_assignment: preferences.allowed_insert_brackets_assignments,
})

/** Where a case starts: at the preferred place, else the main one, among those that this person may choose. */
export const usualPlace = ({ preferences, locations }: Practice) =>
  locations.find(({ id }) => id === preferences.location_id) ?? locations[0]

/** What the fields of a form start with at this practice, for this person, now. */
export function usualAt(practice: Practice, actor: Pick<Actor, 'role'>): UsualChoices {
  const { preferences, locations } = practice
  const place = locations.find(({ id }) => id === preferences.shipping_location_id)
  const country = (place ?? usualPlace(practice))?.country ?? 'USA'
  const method = methodOf(preferences.shipping_method)
  const context = { allowed: allowedAt(practice, actor), has_partner: practice.partner !== null } as RxFormContext
  /** The usual one, or the first that is left: of a form that holds nothing else yet. */
  const possible = (work: AssignedWork): 1 | 2 | 3 => {
    const offered = assignmentsFor(work, { submission_completed_by: null, print_assignment: null } as never, context)
    return (offered.includes(preferences[work]) ? preferences[work] : offered[0]!) as 1 | 2 | 3
  }
  const begins = Object.fromEntries(usualEntries.map(([name]) => [name, preferences[name]])) as unknown as UsualChoices
  return {
    ...begins,
    submission_completed_by: possible('submission_completed_by'),
    print_assignment: possible('print_assignment'),
    insert_brackets_assignment: possible('insert_brackets_assignment'),
    shipping_location_id: place?.id ?? null,
    shipping_method:
      method && reaches(method, country)
        ? preferences.shipping_method
        : country === 'USA'
          ? 'standard'
          : 'international',
  }
}

/** What the rules of the form have to know of the practice's preferences. */
export const preferred = (
  practice: Practice,
  actor: Pick<Actor, 'role'>,
): Required<Pick<RxFormContext, 'allowed' | 'usual'>> => ({
  allowed: allowedAt(practice, actor),
  usual: usualAt(practice, actor),
})
