import type { PatientOrder } from '@archwire/contract/patients/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { decodeCursor, encodeCursor } from '../../db/page.ts'

type Direction = 'asc' | 'desc'
type KeyKind = 'text' | 'number' | 'day' | 'instant'
interface SortKey {
  column: string
  kind: KeyKind
  nullable?: true
}

/**
 * What each order sorts by; every order ends with the case's id. Names of people are kept without accents and case.
 * Working lists sort by ship date and then by age. Only a first key may be empty: empty ones come last both ways.
 */
const sortKeys: Record<PatientOrder, [SortKey, ...SortKey[]]> = {
  created_at: [{ column: 'created_at', kind: 'instant' }],
  updated_at: [{ column: 'updated_at', kind: 'instant' }],
  last_name: [{ column: 'last_name', kind: 'text' }],
  ship_date: [
    { column: 'ship_date', kind: 'day', nullable: true },
    { column: 'created_at', kind: 'instant' },
  ],
  setup_completed_at: [{ column: 'setup_completed_at', kind: 'instant', nullable: true }],
  case_number_text: [{ column: 'case_number_text', kind: 'text' }],
  patient_status_id: [{ column: 'patient_status_id', kind: 'number' }],
  doctor: [{ column: 'doctor_name', kind: 'text' }],
  organization: [{ column: 'organization_name', kind: 'text' }],
}

/** A row of a page: the ready row, and where it stands in the order. */
export interface PageRow<T> {
  row: T
  keys: (string | number | null)[]
  id: number
}

const sqlType: Record<KeyKind, RawBuilder<unknown>> = {
  text: sql`text`,
  number: sql`int`,
  day: sql`date`,
  instant: sql`timestamptz`,
}

const byKeys = (keys: readonly SortKey[], way: RawBuilder<unknown>) =>
  sql.join([
    ...keys.map(({ column, nullable }) => sql`${sql.ref(`c.${column}`)} ${way}${nullable ? sql` nulls last` : sql``}`),
    sql`c.patient_id ${way}`,
  ])

/** The SELECT of the list without its order: these columns of the ready rows `c` that meet scope and filters. */
export type Select = (columns: RawBuilder<unknown>) => RawBuilder<unknown>

const rowWith = (keys: readonly SortKey[]) =>
  sql`c.patient_id, c.row, ${sql.join(keys.map(({ column }) => sql.ref(`c.${column}`)))}`

/** One page of a list, by number. */
export function pageByNumber(
  select: Select,
  order: { by: PatientOrder; direction: Direction },
  { page, perPage }: { page: number; perPage: number },
): RawBuilder<unknown> {
  const keys = sortKeys[order.by]
  const sorted = byKeys(keys, sql.raw(order.direction))
  return asPage(
    keys,
    sql`${select(rowWith(keys))} order by ${sorted} limit ${perPage} offset ${(page - 1) * perPage}`,
    sorted,
  )
}

/**
 * The page after a cursor. Rows beyond the cursor's are one range of the index; those with an empty first key follow in a
 * branch of their own, because a row comparison leaves them out and an OR would read the index from its start.
 */
export function pageAfter(
  select: Select,
  order: { by: PatientOrder; direction: Direction },
  { after, perPage }: { after: string; perPage: number },
): RawBuilder<unknown> {
  const keys = sortKeys[order.by]
  const { values, id } = decodeCursor(after, nameOf(order), keys)
  const way = sql.raw(order.direction)
  const beyond = (from: number) => {
    const columns = sql.join([...keys.slice(from).map(({ column }) => sql.ref(`c.${column}`)), sql.ref('c.patient_id')])
    const marks = sql.join([
      ...keys.slice(from).map(({ kind }, index) => sql`${values[from + index]}::${sqlType[kind]}`),
      sql`${id}::int`,
    ])
    return sql`(${columns}) ${order.direction === 'asc' ? sql`>` : sql`<`} (${marks})`
  }
  const sorted = byKeys(keys, way)
  const first = sql.ref(`c.${keys[0].column}`)
  const branch = (condition: RawBuilder<unknown>) =>
    sql`(${select(rowWith(keys))} and ${condition} order by ${sorted} limit ${perPage})`
  if (values[0] === null) return asPage(keys, branch(sql`${first} is null and ${beyond(1)}`), sorted)
  if (!keys[0].nullable) return asPage(keys, branch(beyond(0)), sorted)
  return asPage(
    keys,
    sql`select * from (${branch(beyond(0))} union all ${branch(sql`${first} is null`)}) c order by ${sorted} limit ${perPage}`,
    sorted,
  )
}

/** `[{ row, keys, id }]` as JSON, or null when the page is empty. */
const asPage = (keys: readonly SortKey[], page: RawBuilder<unknown>, sorted: RawBuilder<unknown>) => sql`
  select json_agg(json_build_object('row', c.row, 'keys', json_build_array(${sql.join(keys.map(({ column }) => sql.ref(`c.${column}`)))}), 'id', c.patient_id)
    order by ${sorted}) from (${page}) c`

/** The cursor behind the last row of a full page. */
export const cursorAfter = (
  order: { by: PatientOrder; direction: Direction },
  { keys, id }: Pick<PageRow<unknown>, 'keys' | 'id'>,
): string => encodeCursor(nameOf(order), keys, id)

const nameOf = ({ by, direction }: { by: PatientOrder; direction: Direction }) => `${by} ${direction}`
