import type { Organization } from '@archwire/contract/organizations/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readsOrders } from '../billing/index.ts'
import { decideOrganization, type RecordState } from './rules.ts'

/** An organization as it is read, with what the rules need of it. */
export type OrganizationRow = Omit<Organization, 'can' | 'why_not'> & { state: RecordState }

/** Types sort the lab's customers: they are for people who give them (`organizations/types`). */
const seesTypes = (actor: Actor): boolean => actor.permissions.has('organizations.assign-organization-type')

/** The organization with what this reader can do with it. */
export const presentOrganization = (actor: Actor, { state, ...organization }: OrganizationRow): Organization => ({
  ...organization,
  ...(!seesTypes(actor) && { organization_type: null, organization_type_id: null }),
  startup_fee_order_id: readsOrders(actor, state) ? organization.startup_fee_order_id : null,
  ...decideOrganization(actor, state),
})
