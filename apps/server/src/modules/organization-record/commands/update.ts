import type { OrganizationAction, OrganizationEdit } from '@archwire/contract/organizations/schema.ts'
import { staffRoles } from '@archwire/contract/roles.ts'
import { sql, type Updateable } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { DB } from '../../../db/schema.gen.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit, refuse } from '../../../kernel/errors.ts'
import { enqueue } from '../../../kernel/outbox.ts'
import { record, type Activity } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { whyArchived } from '../../../kernel/why-closed.ts'
import { beginMonths, closeDue } from '../../contracts/index.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { touchPreferences } from '../../practice-defaults/index.ts'
import { may } from '../policy.ts'
import { allow, lockRecord, refuseBlocked, tellMembers, type Locked } from './lock.ts'

/** Which action changes each field. */
const actionOf = {
  name: 'update',
  organization_type: 'assign_type',
  customer_service_manager_id: 'assign_lab',
  third_party_partner_id: 'assign_lab',
  rush_case_enabled: 'assign_lab',
  template_version: 'assign_lab',
} as const satisfies Partial<Record<keyof OrganizationEdit, OrganizationAction>>
type Field = keyof typeof actionOf
const fieldNames = Object.keys(actionOf) as Field[]

/**
 * Changes an organization (`organizations/who-changes`). A field that the actor may not change is a 403 when it is sent,
 * also with its present value. @param zone the lab's @throws NotFound, Forbidden, Conflict, Invalid by field
 */
export async function updateOrganization(
  trx: Trx,
  actor: Actor,
  id: number,
  edit: OrganizationEdit,
  zone: string,
): Promise<void> {
  const locked = await lockRecord(trx, actor, id)
  const { row, state } = locked
  const sent = fieldNames.filter((name) => edit[name] !== undefined)
  const actions = [...new Set(sent.map((name) => actionOf[name]))]
  const turn = edit.disabled === undefined ? [] : ([edit.disabled ? 'disable' : 'enable'] as const)
  allow(actor, locked, ...actions, ...turn)
  // An edit without fields needs the right to change any.
  permit(
    Object.values(actionOf).some((action) => may[action](actor, state)),
    null,
  )
  refuseBlocked(locked, ...actions)
  const turns = edit.disabled !== undefined && edit.disabled !== (row.disabled_at !== null)
  if (turns) refuseBlocked(locked, ...turn)
  const reason = reasonOf(locked, edit, turns)
  checkVersion(edit.version, row.version)
  const values = await valuesOf(trx, actor, locked, edit)
  // Afterwards nothing closes automatically, so an invoice that is due is made before (`contracts/archive`).
  if (turns && edit.disabled) await closeDue(trx, id, { zone, now: actor.now })
  await updateVersioned(
    trx,
    'organizations',
    row,
    edit.version,
    {
      ...values,
      ...(turns && { disabled_at: edit.disabled ? actor.now : null }),
      ...(reason !== undefined && { disabled_reason: reason }),
    },
    actor.now,
  )
  await followUp(trx, actor, locked, edit)
  // A practice that is enabled starts its months anew (`contracts/resume`).
  if (turns && !edit.disabled) await beginMonths(trx, actor, id, zone)
  const about = { subject: 'organization', id, organizationId: id } as const
  const changed = turns || reason === undefined ? sent : [...sent, 'disabled_reason']
  const turned = { ...about, announce: true, ...(reason && { data: { fields: ['disabled_reason'] } }) }
  await record(trx, actor, [
    ...(changed.length > 0 || !turns ? [{ ...about, event: 'changed', data: { fields: changed } } as const] : []),
    ...(turns ? [{ ...turned, event: edit.disabled ? 'disabled' : 'enabled' } as const] : []),
    ...leftPartner(locked, edit),
  ])
  if (turns) await tellMembers(trx, id)
}

/**
 * The reason as it is afterwards; undefined: as it was. It comes with disabling, once more to replace it, and goes with
 * enabling (`organizations/disabled`).
 */
function reasonOf({ state }: Locked, edit: OrganizationEdit, turns: boolean): string | undefined {
  const { disabled, disabled_reason: reason } = edit
  if (!disabled) {
    if (reason) throw new Invalid({ disabled_reason: ['A reason comes with disabling.'] })
    return turns ? '' : undefined
  }
  if (!turns && reason !== undefined) refuse(whyArchived(state))
  return turns ? (reason ?? '') : reason
}

async function valuesOf(
  trx: Trx,
  actor: Actor,
  locked: Locked,
  edit: OrganizationEdit,
): Promise<Updateable<DB['organizations']>> {
  const {
    name,
    organization_type,
    customer_service_manager_id,
    third_party_partner_id,
    rush_case_enabled,
    template_version,
  } = edit
  // Organizations are locked before people.
  if (third_party_partner_id) await checkPartner(trx, locked, third_party_partner_id)
  if (customer_service_manager_id) await checkManager(trx, customer_service_manager_id)
  return {
    ...(name !== undefined && { name }),
    ...(organization_type !== undefined && {
      organization_type_id: await typeOf(trx, actor, locked, organization_type),
    }),
    ...(customer_service_manager_id !== undefined && { customer_service_manager_id }),
    ...(third_party_partner_id !== undefined && { third_party_partner_id }),
    ...(rush_case_enabled !== undefined && { rush_case_enabled }),
    ...(template_version !== undefined && { template_version }),
  }
}

/** The id of the type with this name, which is added if the actor may (`organizations/types`); null for no name. */
async function typeOf(trx: Trx, actor: Actor, { state }: Locked, name: string): Promise<number | null> {
  if (name === '') return null
  const known = () =>
    sql<{ id: number }>`select id from organization_types where lower(name) = lower(${name})`.execute(trx)
  const found = (await known()).rows[0]
  if (found) return found.id
  if (!may.add_type(actor, state)) throw new Invalid({ organization_type: ['This type does not exist.'] })
  const added = await sql<{ id: number }>`
    insert into organization_types (name, created_at) values (${name}, ${actor.now}) on conflict (lower(name)) do nothing
    returning id`.execute(trx)
  // Someone else added it at the same moment.
  return (added.rows[0] ?? (await known()).rows[0]!).id
}

/** People who look after a practice work for the lab, and are not archived. */
async function checkManager(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and role = any(${staffRoles}::text[]) and deleted_at is null for share`.execute(
    trx,
  )
  if (rows.length === 0) throw new Invalid({ customer_service_manager_id: ['This person does not work for the lab.'] })
}

/** What a practice names as its partner is a partner lab that is not archived, and is not while this lasts. */
async function checkPartner(trx: Trx, { row }: Locked, partnerId: number): Promise<void> {
  const wrong = (message: string) => new Invalid({ third_party_partner_id: [message] })
  if (row.kind === 'partner') throw wrong('A partner lab names no partner.')
  // Behind the practice, whatever its id: nothing that locks a partner lab waits for a practice.
  const [partner] = await lockOrganizationOf(trx, partnerId)
  if (partner?.kind !== 'partner' || partner.organization_archived) throw wrong('This is not a partner lab.')
}

/** What is stored elsewhere follows: the name in the rows of the case lists, rush cases among the practice's defaults. */
async function followUp(trx: Trx, actor: Actor, { row }: Locked, edit: OrganizationEdit): Promise<void> {
  if (edit.name !== undefined && edit.name !== row.name)
    await enqueue(trx, 'cases.refresh-organization', { organization_id: row.id })
  if (edit.rush_case_enabled !== undefined && edit.rush_case_enabled !== row.rush_case_enabled)
    await touchPreferences(trx, actor, row.id)
}

/**
 * The partner that is no longer named loses the practice from its list; the new one gets the event with everyone else.
 */
function leftPartner({ row }: Locked, { third_party_partner_id: next }: OrganizationEdit): Activity[] {
  const before = row.third_party_partner_id
  if (before === null || next === undefined || next === before) return []
  const data = { third_party_partner_id: next, before }
  return [{ subject: 'organization', id: row.id, organizationId: before, event: 'changed', data }]
}
