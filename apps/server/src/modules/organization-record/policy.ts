import { organizations } from '@archwire/contract/organizations/routes.ts'
import type { OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { changesAnyOrganization } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationKind, OrganizationState } from '../organizations/index.ts'

/** The facts about an organization that the policy reads. */
export interface OrganizationFacts extends OrganizationState {
  /** Who of the lab created it; null where its owner signed up. */
  created_by: number | null
  /** It has an order: an invoice, or one that is open. */
  has_orders: boolean
  /** Its start-up fee has an invoice with a number that is not paid. */
  owes_startup_invoice: boolean
}

type Policy = (actor: Actor, organization: OrganizationFacts) => boolean

/** Only the lab decides it, with one of these permissions. */
const asLab =
  (...needs: readonly Permission[]): Policy =>
  (actor) =>
    isStaff(actor.role) && holds(actor, needs, null)

/** Whether the actor is a member, in whatever role. */
const isMember: Policy = (actor, { organization_id }) =>
  actor.memberships.some(({ organizationId }) => organizationId === organization_id)

/**
 * The lab with one of these permissions, or people of the practice with one of them there. A partner lab reads only; its
 * own organization is managed by the lab, too.
 */
const asLabOrMember =
  (needs: readonly Permission[]): Policy =>
  (actor, organization) =>
    actor.role !== 'lab_partner' &&
    (isStaff(actor.role) || isMember(actor, organization)) &&
    mayWrite(actor, organization) &&
    holds(actor, needs, organization.organization_id)

const assignType = asLab('organizations.assign-organization-type')

/**
 * Who manages organizations waives the fee of any practice; who only creates them, of an own one without an invoice. A fee
 * that has an invoice is written off, for which one manages invoices, too (`billing/settled`).
 */
const waiveStartupFee: Policy = (actor, organization) =>
  organization.kind === 'practice' &&
  (!organization.owes_startup_invoice || holds(actor, ['orders.manage'], null)) &&
  asLab(...organizations.waiveStartupFee.needs)(actor, organization) &&
  (holds(actor, ['organizations.manage'], null) ||
    (organization.created_by === actor.userId && !organization.has_orders))

/** What each person is allowed to do with an organization (`organizations/who-changes`, `organizations/archived`). */
export const may = {
  update: asLabOrMember(organizations.update.needs),
  assign_type: assignType,
  add_type: (actor, organization) =>
    assignType(actor, organization) && holds(actor, ['organization-types.manage'], null),
  assign_lab: asLab(...changesAnyOrganization),
  disable: asLab('organizations.manage'),
  enable: asLab('organizations.manage'),
  archive: asLabOrMember(organizations.archive.needs),
  restore: asLab(...organizations.unArchive.needs),
  delete: (actor, organization) =>
    asLab(organizations.remove.needs)(actor, organization) && !isMember(actor, organization),
  waive_startup_fee: waiveStartupFee,
  change_notes: (actor) => isStaff(actor.role),
} satisfies Record<OrganizationAction, Policy>

/** Who creates an organization of this kind (`organizations/who-creates`). */
export const mayCreate = (actor: Actor, kind: OrganizationKind): boolean =>
  asCreator(actor) && (kind === 'practice' || actor.permissions.has('organizations.manage'))

const asCreator = (actor: Actor): boolean => isStaff(actor.role) && actor.permissions.has(organizations.create.needs)
