import { figureOf, figureWords } from '@archwire/contract/measurements/geometry.ts'
import { maxMeasurements } from '@archwire/contract/measurements/kinds.ts'
import type { Measurement, NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import { measurementWords } from '@archwire/contract/measurements/words.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { lockCaseInReach, permitOn, recordOnCase, refuseGoneScans, type CaseInReach } from '../case-core/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../kernel/errors.ts'
import { may } from './policy.ts'
import { findMeasurement } from './queries.ts'
import { measuredPlace, type MeasuredPlace } from './rules.ts'

/**
 * Saves a measurement; returns its id. An arch width or tooth size replaces the existing one of the same scans. 422
 * when points are not on scans of this case and kind that are shown in 3D, or do not fit arch and tooth; 409 when the
 * case is at its limit.
 */
export async function saveMeasurement(
  trx: Trx,
  actor: Actor,
  patientId: number,
  asked: NewMeasurement,
): Promise<number> {
  const caseRow = await lockCaseInReach(trx, actor, sql`p.id = ${patientId}`)
  if (!caseRow) throw new NotFound('This case')
  permitOn(caseRow, may.add(actor, caseRow))
  const measured = measuredPlace(asked, await jawsOfFiles(trx, caseRow, asked))
  const before = await replaced(trx, actor, caseRow, asked, measured)
  await requireRoom(trx, caseRow)
  const { rows } = await sql<{ id: number }>`
    with saved as (
      insert into measurements (organization_id, patient_id, scan_kind, kind, jaw, arch_place, tooth, created_by, created_at)
      values (${caseRow.organization_id}, ${caseRow.id}, ${asked.scan_kind}, ${asked.kind}, ${measured.jaw}, ${measured.archPlace},
        ${measured.tooth}, ${actor.userId}, ${actor.now}) returning id
    ), taken as (
      insert into measurement_points (organization_id, patient_id, measurement_id, position, file_id, x, y, z)
      select ${caseRow.organization_id}, ${caseRow.id}, saved.id, t.position, (t.spot ->> 'file_id')::int, (t.spot -> 'point' ->> 0)::float8,
        (t.spot -> 'point' ->> 1)::float8, (t.spot -> 'point' ->> 2)::float8
      from saved cross join jsonb_array_elements(${JSON.stringify(asked.points)}::jsonb) with ordinality t (spot, position)
    )
    select id from saved`.execute(trx)
  const value = figureOf(
    asked.kind,
    asked.points.map(({ point }) => point),
  )!
  const was = before ? ` (was ${figureWords(before.kind, before.value)})` : ''
  await recordOnCase(trx, actor, caseRow, {
    event: 'measurement_saved',
    note: `${measurementWords({ ...measured, value })}${was}`,
  })
  return rows[0]!.id
}

/** Which arches the files of the points show, each once: 1 upper, 2 lower, 3 both. */
async function jawsOfFiles(trx: Trx, caseRow: CaseInReach, { scan_kind, points }: NewMeasurement): Promise<number[]> {
  const files = [...new Set(points.map(({ file_id }) => file_id))]
  await refuseGoneScans(trx, caseRow, files)
  const { rows } = await sql<{ jaws_id: number }>`
    select coalesce(f.jaws_id, 3) as jaws_id from patient_files f
    where f.organization_id = ${caseRow.organization_id} and f.patient_id = ${caseRow.id} and f.id = any(${files}::int[])
      and f.kind = ${scan_kind} and f.mesh_key is not null and f.deleted_at is null`.execute(trx)
  if (rows.length < files.length)
    throw new Invalid({ points: ['The points must be on scans of the case that are shown in 3D.'] })
  return rows.map(({ jaws_id }) => jaws_id)
}

/** Removes the measurement that the new one replaces, and returns it. */
async function replaced(
  trx: Trx,
  actor: Actor,
  caseRow: CaseInReach,
  { kind, scan_kind }: NewMeasurement,
  { jaw, archPlace, tooth }: MeasuredPlace,
): Promise<Measurement | undefined> {
  if (jaw === null) return undefined
  const { rows } = await sql<{ id: number }>`
    select m.id from measurements m where m.organization_id = ${caseRow.organization_id} and m.patient_id = ${caseRow.id}
      and m.scan_kind = ${scan_kind} and m.kind = ${kind} and m.jaw = ${jaw} and m.arch_place is not distinct from ${archPlace}
      and m.tooth is not distinct from ${tooth} and m.deleted_at is null`.execute(trx)
  const [present] = rows
  if (!present) return undefined
  const before = await findMeasurement(trx, actor, present.id)
  // To replace is to remove, so the author of the old measurement decides.
  if (!may.remove(actor, { created_by: before.author.id, organization_disabled: caseRow.organization_disabled }))
    throw new Forbidden(
      `${before.author.full_name} has already measured this. Only they or the lab can replace the measurement.`,
    )
  await takeAway(trx, actor, caseRow, present.id)
  return before
}

async function requireRoom(trx: Trx, caseRow: CaseInReach): Promise<void> {
  const { rows } = await sql<{ present: number }>`
    select count(*)::int as present from measurements m
    where m.organization_id = ${caseRow.organization_id} and m.patient_id = ${caseRow.id} and m.deleted_at is null`.execute(
    trx,
  )
  if (rows[0]!.present >= maxMeasurements)
    throw new Conflict(`A case can have at most ${maxMeasurements} measurements. Remove some first.`)
}

/** Deletes a measurement permanently. */
export async function removeMeasurement(trx: Trx, actor: Actor, id: number): Promise<void> {
  const caseRow = await lockCaseInReach(
    trx,
    actor,
    sql`(p.organization_id, p.id) = (select m.organization_id, m.patient_id from measurements m where m.id = ${id})`,
  )
  if (!caseRow) throw new NotFound('This measurement')
  // A separate statement: it must see what the lock waited for.
  const measurement = await findMeasurement(trx, actor, id)
  permitOn(caseRow, may.remove(actor, { created_by: measurement.author.id, ...caseRow }))
  await takeAway(trx, actor, caseRow, id)
  await recordOnCase(trx, actor, caseRow, { event: 'measurement_removed', note: measurementWords(measurement) })
}

const takeAway = (trx: Trx, actor: Actor, caseRow: CaseInReach, id: number) =>
  sql`update measurements set deleted_at = ${actor.now}
    where organization_id = ${caseRow.organization_id} and id = ${id}`.execute(trx)
