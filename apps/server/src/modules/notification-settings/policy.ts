import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

export type Policy = (actor: Actor, organization: OrganizationState) => boolean

/** Partner labs see the practices that named them, but not who gets their emails. */
const isPractice = ({ scope }: Actor): boolean => scope.kind !== 'partner'

/** Who reads and changes the notification settings of a practice (`notices/who-settings`). */
export const may = {
  read: (actor, { organization_id }) =>
    isPractice(actor) && holds(actor, notificationSettings.get.needs, organization_id),
  change: (actor, { organization_id, organization_disabled }) =>
    isPractice(actor) &&
    (isStaff(actor.role) || !organization_disabled) &&
    holds(actor, [notificationSettings.update.needs], organization_id),
} satisfies Record<string, Policy>
