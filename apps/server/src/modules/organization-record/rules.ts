import { organizationActions, type OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { may, type OrganizationFacts } from './policy.ts'

/** An organization as the rules see it. */
export interface OrganizationState extends OrganizationFacts {
  organization_archived: boolean
  startup_fee_settled: boolean
  /** It has cases, archived ones included, or makes cases of practices as their partner. */
  has_cases: boolean
  /** It has an order: an invoice, or one that is open. */
  has_orders: boolean
}

type Guard = (state: OrganizationState) => string | null

export const archiveInstead = 'This organization has cases or other records. Archive instead.'
const archived = 'This organization is archived.'

const live: Guard = ({ organization_archived }) => (organization_archived ? archived : null)

/** While it is disabled, an organization is read-only but for what the rule names (`organizations/disabled`). */
const open: Guard = (state) =>
  live(state) ?? (state.organization_disabled ? 'This organization is disabled. Enable it first.' : null)

/** Why an action is not possible with an organization now, as text; null when it is. */
export const blocked = {
  update: open,
  assign_type: open,
  add_type: open,
  assign_lab: open,
  disable: (state) => live(state) ?? (state.organization_disabled ? 'This organization is disabled already.' : null),
  enable: (state) => live(state) ?? (state.organization_disabled ? null : 'This organization is not disabled.'),
  archive: ({ organization_archived }) => (organization_archived ? 'This organization is archived already.' : null),
  restore: ({ organization_archived }) => (organization_archived ? null : 'This organization is not archived.'),
  delete: ({ has_cases, has_orders }) => (has_cases || has_orders ? archiveInstead : null),
  waive_startup_fee: (state) =>
    open(state) ?? (state.startup_fee_settled ? 'The start-up fee of this organization is already settled.' : null),
  change_notes: () => null,
} satisfies Record<OrganizationAction, Guard>

/** Everything the actor can do with the organization now, and why not; sent along with it. */
export const decideOrganization = (actor: Actor, state: OrganizationState): Decided<OrganizationAction> =>
  decide(
    organizationActions,
    (action) => may[action](actor, state),
    (action) => blocked[action](state),
  )
