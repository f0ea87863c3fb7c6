import { licenses } from '@archwire/contract/licenses/routes.ts'
import { entersMoney } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'
import { paysFor } from '../billing/index.ts'

/** Who reads and changes licenses and devices: staff (`licenses/who-manages`). */
export const managesLicenses = (actor: Pick<Actor, 'role' | 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly && isStaff(actor.role) && actor.permissions.has(licenses.update.needs)

/** Who sets included seats, which are value: staff who manage invoices, too (`licenses/seats`). */
export const setsSeats = (actor: Pick<Actor, 'role' | 'permissions' | 'readOnly'>): boolean =>
  managesLicenses(actor) && entersMoney.some((permission) => actor.permissions.has(permission))

/** Who deletes a license: anyone who manages them, but tech_support (`licenses/delete`). */
export const deletesLicenses = (actor: Pick<Actor, 'role' | 'permissions' | 'readOnly'>): boolean =>
  managesLicenses(actor) && actor.role !== 'tech_support'

/** Who reads the license of a practice with its devices: its owners, and staff (`licenses/extra`). */
export const readsLicense = (actor: Actor, { organization_id }: Pick<OrganizationState, 'organization_id'>): boolean =>
  managesLicenses(actor) ||
  (actor.memberships.some(({ organizationId }) => organizationId === organization_id) &&
    holds(actor, [licenses.buySeats.needs], organization_id))

/** Who buys seats: who pays for the practice (`billing/who-pays`). */
export const buysSeats = paysFor
