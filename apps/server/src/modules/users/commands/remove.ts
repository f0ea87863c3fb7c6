import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { forgetAddress } from '../../notification-settings/index.ts'
import { rolesOf, tellOwners } from '../../organizations/index.ts'
import { deleteReportsOf } from '../../reports/index.ts'
import { may } from '../policy.ts'
import { archiveInstead, blocked } from '../rules.ts'
import { lockPerson } from './lock-person.ts'

/**
 * Deletes a person to whom nothing but their own account belongs (`people/deleted`); the owners of the person's practices are
 * told as of a removal. @throws Conflict
 */
export async function removePerson(trx: Trx, actor: Actor, id: number, publicUrl: string): Promise<void> {
  const { row, facts } = await lockPerson(trx, actor, id, { guards: true })
  permit(may.delete(actor, facts), blocked.delete(facts))
  // Recorded while the memberships still name the recipients.
  const data = { account_number: row.account_number, full_name: row.full_name }
  await record(trx, actor, [{ subject: 'user', id, organizationId: null, event: 'deleted', data }])
  const roles = await rolesOf(trx, id)
  for (const { organizationId } of roles) await forgetAddress(trx, actor, organizationId, row.email)
  // Without the membership, who is deleted reads no bell.
  await trx.deleteFrom('memberships').where('user_id', '=', id).execute()
  for (const { organizationId, role } of roles) {
    const told = { before: role, after: null, by: actor.userId, at: actor.now, publicUrl }
    await tellOwners(trx, { organizationId, userId: id, ...told })
  }
  try {
    await deleteRows(trx, actor, id)
  } catch (error) {
    // A record of someone else still names the person.
    if ((error as { code?: string }).code === '23503') throw new Conflict(archiveInstead)
    throw error
  }
}

/** The tables that hold nothing but a person's own, those first that name another one. */
const own = [
  'push_browsers',
  'push_silent_hours',
  'monday_mails',
  'monday_mail_switches',
  'case_list_views',
  'notifications',
  'one_time_tokens',
  'email_changes',
  'sessions',
  'idempotency_keys',
  'additional_emails',
  'custom_permission_changes',
] as const

async function deleteRows(trx: Trx, actor: Actor, id: number): Promise<void> {
  const ofOrganizations = scoped(trx, actor.scope)
  await ofOrganizations.remove('case_drafts').where('user_id', '=', id).execute()
  await ofOrganizations.remove('location_users').where('user_id', '=', id).execute()
  await ofOrganizations.remove('bracket_library_members').where('user_id', '=', id).execute()
  await deleteReportsOf(trx, id)
  for (const table of own) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  await trx.deleteFrom('users').where('id', '=', id).execute()
}
