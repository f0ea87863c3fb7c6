import type { CaseTrayAction, CaseTrayBody } from '@archwire/contract/case-trays/schema.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { inScope, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, permit } from '../../kernel/errors.ts'
import { archiveRow, lockRow, updateVersioned } from '../../kernel/records.ts'
import {
  fullNameOf,
  lockCase,
  recordOfCases,
  refreshCaseRows,
  setCase,
  type CaseEvent,
  type CaseFacts,
} from '../case-core/index.ts'
import { may } from './policy.ts'
import { blocked, staysOut } from './rules.ts'

/** Puts cases into a new tray; returns its id (`trays/of-eight`). @throws Conflict, which names every case that stays out */
export async function createCaseTray(trx: Trx, actor: Actor, { tray_number, case_ids }: CaseTrayBody): Promise<number> {
  const cases = await lockCases(trx, actor, case_ids)
  const trays = await traysOf(trx, actor, case_ids)
  const problems = cases.flatMap((facts) => {
    const reason = staysOut({ ...facts, tray_number: trays.get(facts.id) ?? null })
    return reason === null ? [] : [`${fullNameOf(facts)} ${reason}.`]
  })
  if (problems.length > 0) throw new Conflict(problems.join(' '))
  await refuseTaken(trx, tray_number)

  const { id } = await trx
    .insertInto('case_trays')
    .values({ tray_number, created_by_user_id: actor.userId, created_at: actor.now, updated_at: actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into case_tray_cases (organization_id, patient_id, case_tray_id, position)
    select c.organization_id, c.id, ${id}, array_position(${case_ids}::int[], c.id)
    from jsonb_to_recordset(${JSON.stringify(cases.map(({ organization_id, id }) => ({ organization_id, id })))}::jsonb) as c(organization_id int, id int)`.execute(
    trx,
  )
  await tell(trx, actor, id, 'created', cases, { event: 'put_into_tray', note: tray_number })
  return id
}

/** Archives a tray with all its cases, at once (`trays/archive`). */
export async function archiveCaseTray(trx: Trx, actor: Actor, id: number): Promise<void> {
  const tray = await lockTray(trx, actor, id, 'archive')
  const cases = await lockCases(trx, actor, await inTray(trx, actor, id))
  const archived = cases.filter((facts) => !facts.archived)
  for (const facts of archived) await setCase(trx, actor, facts, { deleted_at: actor.now })
  await archiveRow(trx, 'case_trays', tray, actor.now)
  await sql`
    update case_tray_cases m set left_at = ${actor.now} where ${inScope(actor.scope, 'case_tray_cases', 'm')} and m.case_tray_id = ${id}`.execute(
    trx,
  )
  await tell(trx, actor, id, 'archived', archived, { event: 'archived', note: `With tray ${tray.tray_number}` })
  // Those that were archived before only leave the tray.
  await refreshCaseRows(
    trx,
    cases.filter((facts) => facts.archived).map((facts) => facts.id),
  )
}

/** Gives a tray the ID under which it ships, once (`trays/tray-id`). */
export async function generateShippingId(trx: Trx, actor: Actor, id: number, zone: string): Promise<void> {
  const tray = await lockTray(trx, actor, id, 'generate_shipping_id')
  const cases = await lockCases(trx, actor, await inTray(trx, actor, id))
  const year = Number(dayIn(zone, actor.now).slice(0, 4))
  const { last } = await trx
    .insertInto('tray_id_sequences')
    .values({ year, last: 1 })
    .onConflict((taken) => taken.column('year').doUpdateSet({ last: sql`tray_id_sequences.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const shipping_id_text = `TRAY-${year}-${last}`
  await updateVersioned(trx, 'case_trays', tray, undefined, { shipping_id_text }, actor.now)
  await tell(trx, actor, id, 'id_generated', cases, { event: 'tray_id_generated', note: shipping_id_text })
}

async function lockTray(trx: Trx, actor: Actor, id: number, action: CaseTrayAction) {
  const tray = await lockRow(trx, actor.scope, 'case_trays', id, 'This tray', { archived: true })
  permit(
    may[action](actor),
    blocked[action]({ archived: tray.deleted_at !== null, shipping_id_text: tray.shipping_id_text }),
  )
  return tray
}

/** Always in the order of their ids: two trays that want the same cases wait for each other, and neither for ever. */
async function lockCases(trx: Trx, actor: Actor, patientIds: readonly number[]): Promise<CaseFacts[]> {
  const locked: CaseFacts[] = []
  for (const patient of patientIds.toSorted((a, b) => a - b)) locked.push(await lockCase(trx, actor.scope, { patient }))
  return locked
}

async function inTray(trx: Trx, actor: Actor, id: number): Promise<number[]> {
  const { rows: found } = await sql<{ patient_id: number }>`
    select m.patient_id from ${rows(actor.scope, 'case_tray_cases', 'm')} where m.case_tray_id = ${id} and m.left_at is null`.execute(
    trx,
  )
  return found.map(({ patient_id }) => patient_id)
}

/** The number of the tray that a case is in now, by the case. */
async function traysOf(trx: Trx, actor: Actor, patientIds: readonly number[]): Promise<Map<number, string>> {
  const { rows: found } = await sql<{ patient_id: number; tray_number: string }>`
    select m.patient_id, k.tray_number from ${rows(actor.scope, 'case_tray_cases', 'm')} join case_trays k on k.id = m.case_tray_id
    where m.patient_id = any(${patientIds}::int[]) and m.left_at is null`.execute(trx)
  return new Map(found.map(({ patient_id, tray_number }) => [patient_id, tray_number]))
}

async function refuseTaken(trx: Trx, number: string): Promise<void> {
  const taken = await trx
    .selectFrom('case_trays')
    .select('id')
    .where('tray_number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw new Invalid({ tray_number: [`Tray ${number} already exists.`] })
}

/** Records what happened to a tray, and to each of its cases with it. */
async function tell(
  trx: Trx,
  actor: Actor,
  id: number,
  event: 'created' | 'archived' | 'id_generated',
  cases: readonly CaseFacts[],
  each: CaseEvent,
): Promise<void> {
  const caseIds = cases.map((facts) => facts.id)
  await recordOfCases(trx, actor, [
    ...cases.map(
      (facts) => ({ ...each, subject: 'case', id: facts.id, organizationId: facts.organization_id }) as const,
    ),
    { subject: 'case_tray', id, organizationId: null, event, data: { case_ids: caseIds } },
  ])
  await refreshCaseRows(trx, caseIds)
}
