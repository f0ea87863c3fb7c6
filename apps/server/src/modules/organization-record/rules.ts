import { organizationActions, type OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { whilePaying } from '../billing/index.ts'
import { whyArchived, whyClosed } from '../organizations/index.ts'
import { may, type OrganizationFacts } from './policy.ts'

/** An organization as the rules of its own record see it. */
export interface RecordState extends OrganizationFacts {
  startup_fee_settled: boolean
  /** It has cases, archived ones included, or makes cases of practices as their partner. */
  has_cases: boolean
  /** A payment was started whose result is not known yet. */
  payment_in_progress: boolean
}

type Guard = (state: RecordState) => string | null

export const archiveInstead = 'This organization has cases or other records. Archive instead.'

/** What was charged is recorded first (`billing/charged-once`). */
const notPaying: Guard = ({ payment_in_progress }) => (payment_in_progress ? whilePaying : null)

/** Why an action is not possible with an organization now, as text; null when it is. */
export const blocked = {
  update: whyClosed,
  assign_type: whyClosed,
  add_type: whyClosed,
  assign_lab: whyClosed,
  disable: (state) =>
    whyArchived(state) ?? (state.organization_disabled ? 'This organization is disabled already.' : notPaying(state)),
  enable: (state) => whyArchived(state) ?? (state.organization_disabled ? null : 'This organization is not disabled.'),
  archive: (state) => (state.organization_archived ? 'This organization is archived already.' : notPaying(state)),
  restore: ({ organization_archived }) => (organization_archived ? null : 'This organization is not archived.'),
  delete: (state) => (state.has_cases || state.has_orders ? archiveInstead : notPaying(state)),
  waive_startup_fee: (state) =>
    whyClosed(state) ??
    (state.startup_fee_settled ? 'The start-up fee of this organization is already settled.' : notPaying(state)),
  change_notes: () => null,
} satisfies Record<OrganizationAction, Guard>

/** Everything the actor can do with the organization now, and why not; sent along with it. */
export const decideOrganization = (actor: Actor, state: RecordState): Decided<OrganizationAction> =>
  decide(
    organizationActions,
    (action) => may[action](actor, state),
    (action) => blocked[action](state),
  )
