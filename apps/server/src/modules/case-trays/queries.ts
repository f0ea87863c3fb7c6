import { CaseInTray, type CaseTray, type CaseTraySummary } from '@archwire/contract/case-trays/schema.ts'
import type { caseTraySearch } from '@archwire/contract/case-trays/search.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { doctorOrPracticeNamed, ofTypes, permitTypes, shipsNext, typedSearch } from '../case-list/index.ts'
import { decideTray } from './rules.ts'

type Condition = RawBuilder<unknown>
type Row = Omit<CaseTraySummary, 'can'>

/** The ready rows `c` of the cases in the tray `k` that the actor reaches. */
const casesOf = ({ scope }: Actor): Condition => sql`${rows(scope, 'case_tray_cases', 'm')}
  join case_rows c on c.organization_id = m.organization_id and c.patient_id = m.patient_id where m.case_tray_id = k.id`

const some = (actor: Actor, condition: Condition): Condition =>
  sql`exists (select 1 from ${casesOf(actor)} and ${condition})`

const shown = Object.keys(CaseInTray.shape)
const row = (actor: Actor): Condition => sql`jsonb_build_object('id', k.id, 'tray_number', k.tray_number,
  'shipping_id_text', k.shipping_id_text, 'version', k.version, 'created_at', iso(k.created_at), 'updated_at', iso(k.updated_at),
  'deleted_at', iso(k.deleted_at), 'patients', coalesce((
    select jsonb_agg((select jsonb_object_agg(e.key, e.value) from jsonb_each(c.row) e where e.key = any(${shown}::text[])) order by m.position)
    from ${casesOf(actor)}), '[]'))`

/** Staff see every tray, a partner those with cases of its own (`trays/who`). */
const reached = (actor: Actor): Condition[] => (isStaff(actor.role) ? [] : [some(actor, sql`true`)])

const facts = ({ deleted_at, shipping_id_text }: Row) => ({ archived: deleted_at !== null, shipping_id_text })

/** Trays of 8 with their cases (`trays/lists`). */
export async function listCaseTrays(db: Db, actor: Actor, search: SearchOf<typeof caseTraySearch>) {
  permitTypes(actor, search)
  const asked = (flag: boolean | undefined, condition: Condition) => (flag ? [condition] : [])
  const { rows: found, meta } = await listPage<Row>(db, search, {
    from: sql`case_trays k`,
    where: [
      search['filter[archived_only]'] ? sql`k.deleted_at is not null` : sql`k.deleted_at is null`,
      ...reached(actor),
      ...whenSet(
        search['filter[search]'],
        (text) =>
          sql`(k.tray_number like upper(${likeWord(text.trim())}) or ${some(actor, typedSearch(actor, text).found)})`,
      ),
      ...whenSet(search['filter[doctor_or_organization]'], (text) => some(actor, doctorOrPracticeNamed(text))),
      ...whenSet(search['filter[organization_type]'], (types) => some(actor, ofTypes(types))),
      ...whenSet(search['filter[tray_number]'], (number) => sql`k.tray_number = upper(${number})`),
      ...whenSet(search.chosen_wi_organization_id, (chosen) =>
        some(actor, sql`c.organization_id = any(${chosen}::int[])`),
      ),
      ...asked(search['filter[only_on_hold]'], some(actor, sql`c.is_on_hold`)),
      ...asked(search['filter[rush_case_only]'], some(actor, sql`c.rush_case`)),
      ...asked(
        search['filter[active_only]'],
        some(actor, sql`not c.cancelled and c.patient_status_id <> ${ids(patientStatuses.completed)}`),
      ),
      ...asked(search['filter[shipping]'], sql`(k.shipping_id_text is not null or ${some(actor, shipsNext)})`),
    ],
    row: row(actor),
    order: orderBy(search.sort, { created_at: sql`k.created_at` }, sql`k.id`),
  })
  return { case_trays: found.map((tray) => ({ ...tray, can: decideTray(actor, facts(tray)).can })), meta }
}

/** A tray within reach, archived or not. @throws NotFound */
export async function findCaseTray(db: Db, actor: Actor, id: number): Promise<CaseTray> {
  const { rows: found } = await sql<{ row: Row }>`
    select ${row(actor)} as row from case_trays k where ${sql.join([sql`k.id = ${id}`, ...reached(actor)], sql` and `)}`.execute(
    db,
  )
  if (!found[0]) throw new NotFound('This tray')
  return { ...found[0].row, ...decideTray(actor, facts(found[0].row)) }
}
