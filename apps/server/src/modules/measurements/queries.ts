import { figureOf } from '@archwire/contract/measurements/geometry.ts'
import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'
import { caseInReach } from '../case-core/index.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { may, type MeasurementFacts } from './policy.ts'
import { authorJson } from '../users/index.ts'

type Row = Omit<Measurement, 'value' | 'can'> & MeasurementFacts & { archived: boolean; author_role: UserRole | null }

const readMeasurements = async (db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<Measurement[]> =>
  (
    await sql<Row>`
    select m.id, m.scan_kind, m.kind, m.jaw, coalesce(to_jsonb(m.arch_place), to_jsonb(m.tooth)) as place,
      taken.points, ${authorJson('a')} as author, a.role as author_role, iso(m.created_at) as created_at, taken.is_earlier,
      m.created_by, o.disabled_at is not null as organization_disabled, p.deleted_at is not null as archived
    from measurements m join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = m.organization_id and p.id = m.patient_id
    join organizations o on o.id = m.organization_id
    join users a on a.id = m.created_by
    cross join lateral (
      select jsonb_agg(jsonb_build_object('file_id', t.file_id, 'point', jsonb_build_array(t.x, t.y, t.z)) order by t.position) as points,
        bool_or(f.deleted_at is not null) as is_earlier
      from measurement_points t join patient_files f on f.organization_id = t.organization_id and f.id = t.file_id
      where t.organization_id = m.organization_id and t.measurement_id = m.id
    ) taken
    where ${where} and m.deleted_at is null order by m.id`.execute(db)
  ).rows.map((row) => present(actor, row))

/** Turns a row into a measurement of the API; its figure is computed from its points, not stored. */
function present(actor: Actor, row: Row): Measurement {
  const { created_by, organization_disabled, archived, author_role: role, ...shown } = row
  return {
    ...shown,
    author: { ...row.author, full_name: nameOfDoer(actor, { name: row.author.full_name, role }) },
    value: figureOf(
      row.kind,
      row.points.map(({ point }) => point),
    )!,
    can: { remove: !archived && may.remove(actor, { created_by, organization_disabled }) },
  }
}

/** The measurements of a case in reach, oldest first, and whether one may be added. */
export async function listMeasurements(
  db: Db,
  actor: Actor,
  patientId: number,
): Promise<{ measurements: Measurement[]; can: { add: boolean } }> {
  const caseRow = await caseInReach(db, actor, patientId)
  const where = sql`m.organization_id = ${caseRow.organization_id} and m.patient_id = ${patientId}`
  return {
    measurements: await readMeasurements(db, actor, where),
    can: { add: !caseRow.archived && may.add(actor, caseRow) },
  }
}

/** One measurement of a case in reach; 404 otherwise. */
export async function findMeasurement(db: Db, actor: Actor, id: number): Promise<Measurement> {
  const [measurement] = await readMeasurements(db, actor, sql`m.id = ${id}`)
  if (!measurement) throw new NotFound('This measurement')
  return measurement
}
