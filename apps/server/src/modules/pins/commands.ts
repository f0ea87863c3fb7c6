import type { CaseEventName } from '@archwire/contract/events.ts'
import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { maxPins } from '@archwire/contract/pins/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { lockCaseInReach, permitOn, recordOnCase, refuseGoneScans, type CaseInReach } from '../case-core/index.ts'
import { checkVersion, Conflict, Invalid, NotFound } from '../../kernel/errors.ts'
import { may, type PinFacts } from './policy.ts'

interface NewPin {
  patientId: number
  kind: ScanKind
  fileId: number
  point: readonly [number, number, number]
  text: string
}

/**
 * Pins a comment to a scan of a case; returns its id. 422 when the file is not a scan of this case that is shown in 3D.
 */
export async function addPin(trx: Trx, actor: Actor, input: NewPin): Promise<number> {
  const found = await lockCaseInReach(trx, actor, sql`p.id = ${input.patientId}`)
  if (!found) throw new NotFound('This case')
  permitOn(found, may.add(actor, found))
  await refuseGoneScans(trx, found, [input.fileId])
  const { rows: files } = await sql`
    select 1 from patient_files f where f.organization_id = ${found.organization_id} and f.patient_id = ${found.id}
      and f.id = ${input.fileId} and f.kind = ${input.kind} and f.mesh_key is not null and f.deleted_at is null`.execute(
    trx,
  )
  if (files.length === 0) throw new Invalid({ file_id: ['This is not a scan of the case that is shown in 3D.'] })
  const { rows: counts } = await sql<{ last: number; present: number }>`
    select coalesce(max(number), 0) as last, (count(*) filter (where deleted_at is null))::int as present
    from pins where organization_id = ${found.organization_id} and patient_id = ${found.id}`.execute(trx)
  const { last, present } = counts[0]!
  if (present >= maxPins) throw new Conflict(`A case can have at most ${maxPins} comments. Remove some first.`)
  const [x, y, z] = input.point
  const { rows } = await sql<{ id: number }>`
    insert into pins (organization_id, patient_id, number, file_id, x, y, z, text, created_by, created_at)
    values (${found.organization_id}, ${found.id}, ${last + 1}, ${input.fileId}, ${x}, ${y}, ${z}, ${input.text},
      ${actor.userId}, ${actor.now}) returning id`.execute(trx)
  await tell(trx, actor, found, 'pin_added', { number: last + 1, text: input.text })
  return rows[0]!.id
}

interface LockedPin extends PinFacts {
  id: number
  number: number
  text: string
  done: boolean
  version: number
}

async function lockPin(trx: Trx, actor: Actor, id: number): Promise<{ pin: LockedPin; caseRow: CaseInReach }> {
  const caseRow = await lockCaseInReach(
    trx,
    actor,
    sql`(p.organization_id, p.id) = (select n.organization_id, n.patient_id from pins n where n.id = ${id})`,
  )
  // A separate statement: it must see what the lock waited for.
  const { rows } = await sql<Omit<LockedPin, 'organization_disabled'>>`
    select n.id, n.number, n.text, n.done_at is not null as done, n.version, n.created_by
    from pins n where n.organization_id = ${caseRow?.organization_id ?? null} and n.id = ${id} and n.deleted_at is null`.execute(
    trx,
  )
  if (!caseRow || !rows[0]) throw new NotFound('This comment')
  return { pin: { ...rows[0], organization_disabled: caseRow.organization_disabled }, caseRow }
}

/** Marks a pin done or open again, or rewords it; does nothing when nothing differs. */
export async function changePin(
  trx: Trx,
  actor: Actor,
  id: number,
  change: { text?: string | undefined; done?: boolean | undefined; version?: number | undefined },
): Promise<void> {
  const { pin, caseRow } = await lockPin(trx, actor, id)
  const { text = pin.text, done = pin.done } = change
  permitOn(
    caseRow,
    (change.text === undefined || may.edit(actor, pin)) && (change.done === undefined || may.complete(actor, pin)),
  )
  checkVersion(change.version, pin.version)
  if (text === pin.text && done === pin.done) return
  const doneNow = sql`done_at = ${done ? actor.now : null}, done_by = ${done ? actor.userId : null}, `
  await sql`update pins set text = ${text}, ${done === pin.done ? sql`` : doneNow} version = version + 1
    where organization_id = ${caseRow.organization_id} and id = ${id}`.execute(trx)
  const told = { number: pin.number, text }
  if (text !== pin.text) await tell(trx, actor, caseRow, 'pin_changed', told, { before: pin.text })
  if (done !== pin.done) await tell(trx, actor, caseRow, done ? 'pin_done' : 'pin_reopened', told)
}

/** Deletes a pin permanently. */
export async function removePin(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { pin, caseRow } = await lockPin(trx, actor, id)
  permitOn(caseRow, may.remove(actor, pin))
  await sql`update pins set deleted_at = ${actor.now}, version = version + 1
    where organization_id = ${caseRow.organization_id} and id = ${id}`.execute(trx)
  await tell(trx, actor, caseRow, 'pin_removed', pin)
}

const tell = (
  trx: Trx,
  actor: Actor,
  caseRow: CaseInReach,
  event: CaseEventName,
  { number, text }: { number: number; text: string },
  data: object | null = null,
) => recordOnCase(trx, actor, caseRow, { event, note: `${number}: ${text}`, data })
