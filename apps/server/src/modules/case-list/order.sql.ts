import type { PatientOrder } from '@archwire/contract/patients/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { decodeCursor, encodeCursor } from '../../kernel/page.ts'

type Direction = 'asc' | 'desc'
type KeyKind = 'text' | 'number' | 'day' | 'instant'
interface SortKey {
  column: string
  kind: KeyKind
  nullable?: true
}

/**
 * The sort keys of each order; every order ends with the case's id (`work/order`). Names of people are stored without accents and
 * case. Working lists sort by ship date and then by age. Only a first key may be empty: empty ones come last in both
 * directions.
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

/** The unordered SELECT of the list: these columns of the ready rows `c` that meet scope and filters. */
export type Select = (columns: RawBuilder<unknown>) => RawBuilder<unknown>

interface Order {
  by: PatientOrder
  direction: Direction
}

/** Ids of the first `most` cases of a list, in its order. */
export function idsFromStart(select: Select, { by, direction }: Order, most: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${select(sql`c.patient_id`)} order by ${byKeys(sortKeys[by], sql.raw(direction))} limit ${most}`
}

/**
 * Ids of the page after a cursor. Rows after the cursor are one range of the index; those with an empty first key
 * follow in a branch of their own, because a row comparison leaves them out and an OR would read the index from its
 * start.
 */
export function idsAfter(
  select: Select,
  order: Order,
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
  const columns = sql`c.patient_id, ${sql.join(keys.map(({ column }) => sql.ref(`c.${column}`)))}`
  const branch = (condition: RawBuilder<unknown>) =>
    sql`(${select(columns)} and ${condition} order by ${sorted} limit ${perPage})`
  if (values[0] === null) return branch(sql`${first} is null and ${beyond(1)}`)
  if (!keys[0].nullable) return branch(beyond(0))
  return sql`select * from (${branch(beyond(0))} union all ${branch(sql`${first} is null`)}) c order by ${sorted} limit ${perPage}`
}

/** Sort values of the ready row `c`, as JSON: what a cursor is made of. */
export const keysOf = ({ by }: Order): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join(sortKeys[by].map(({ column }) => sql.ref(`c.${column}`)))})`

/** The cursor after a row. */
export const cursorAfter = (order: Order, keys: (string | number | null)[], id: number): string =>
  encodeCursor(nameOf(order), keys, id)

const nameOf = ({ by, direction }: Order) => `${by} ${direction}`
