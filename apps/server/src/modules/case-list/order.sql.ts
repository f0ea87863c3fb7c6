import type { PatientOrder } from '@archwire/contract/patients/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { decodeCursor, encodeCursor } from '../../kernel/page.ts'

type Direction = 'asc' | 'desc'
type KeyKind = 'text' | 'number' | 'day' | 'instant'
interface SortKey {
  column: string
  kind: KeyKind
  nullable?: true
  /** What is no column of a ready row: how it is read for the row `c`. */
  read?: RawBuilder<unknown>
}
/** `parcels`: cases whose prints ship together stand together (`requests/bundles`). */
export type CaseOrder = PatientOrder | 'parcels'

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

const keysOfOrder = ({ by, parcel }: Pick<Order, 'by' | 'parcel'>): [SortKey, ...SortKey[]] =>
  by === 'parcels'
    ? [
        { column: 'parcel', kind: 'text', read: parcel! },
        { column: 'created_at', kind: 'instant' },
      ]
    : sortKeys[by]

const readKey = ({ column, read }: SortKey): RawBuilder<unknown> => read ?? sql.ref(`c.${column}`)

const sqlType: Record<KeyKind, RawBuilder<unknown>> = {
  text: sql`text`,
  number: sql`int`,
  day: sql`date`,
  instant: sql`timestamptz`,
}

const byKeys = (keys: readonly SortKey[], way: RawBuilder<unknown>, selected: boolean) =>
  sql.join([
    ...keys.map(
      (key) =>
        sql`${selected ? sql.ref(`c.${key.column}`) : readKey(key)} ${way}${key.nullable ? sql` nulls last` : sql``}`,
    ),
    sql`c.patient_id ${way}`,
  ])

/** The unordered SELECT of the list: these columns of the ready rows `c` that meet scope and filters. */
export type Select = (columns: RawBuilder<unknown>) => RawBuilder<unknown>

interface Order {
  by: CaseOrder
  /** The parcel of the row `c`, where the order is by parcels. */
  parcel?: RawBuilder<unknown> | undefined
  direction: Direction
  /** What is asked for comes before that order: rank 0 first, whatever the direction (`work/search`). */
  rank?: RawBuilder<unknown> | undefined
}

const sortOf = (order: Order, rankColumn = order.rank, selected = false) => {
  const keys = byKeys(keysOfOrder(order), sql.raw(order.direction), selected)
  return rankColumn ? sql`${rankColumn}, ${keys}` : keys
}

/** Ids of the first `most` cases of a list, in its order. */
export function idsFromStart(select: Select, order: Order, most: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${select(sql`c.patient_id`)} order by ${sortOf(order)} limit ${most}`
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
  const keys = keysOfOrder(order)
  const { rank } = order
  const { values: read, id } = decodeCursor(after, nameOf(order), rank ? [{ kind: 'number' }, ...keys] : keys)
  const values = rank ? read.slice(1) : read
  const beyond = (from: number) => {
    const columns = sql.join([...keys.slice(from).map(readKey), sql.ref('c.patient_id')])
    const marks = sql.join([
      ...keys.slice(from).map(({ kind }, index) => sql`${values[from + index]}::${sqlType[kind]}`),
      sql`${id}::int`,
    ])
    return sql`(${columns}) ${order.direction === 'asc' ? sql`>` : sql`<`} (${marks})`
  }
  const first = readKey(keys[0])
  const columns = sql.join([
    sql`c.patient_id`,
    ...keys.map((key) => (key.read ? sql`${key.read} as ${sql.ref(key.column)}` : readKey(key))),
    ...(rank ? [sql`${rank} as rank`] : []),
  ])
  const branch = (condition: RawBuilder<unknown>) =>
    sql`(${select(columns)} and ${condition} order by ${sortOf(order)} limit ${perPage})`
  const atRank = (condition: RawBuilder<unknown>) =>
    branch(rank ? sql`${rank} = ${read[0]}::int and ${condition}` : condition)
  const branches =
    values[0] === null
      ? [atRank(sql`${first} is null and ${beyond(1)}`)]
      : [atRank(beyond(0)), ...(keys[0].nullable ? [atRank(sql`${first} is null`)] : [])]
  if (rank) branches.push(branch(sql`${rank} > ${read[0]}::int`))
  if (branches.length === 1) return branches[0]!
  const sorted = sortOf(order, rank && sql`c.rank`, true)
  return sql`select * from (${sql.join(branches, sql` union all `)}) c order by ${sorted} limit ${perPage}`
}

/** Sort values of the ready row `c`, as JSON: what a cursor is made of. */
export const keysOf = (order: Order): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join([...(order.rank ? [order.rank] : []), ...keysOfOrder(order).map(readKey)])})`

/** The cursor after a row. */
export const cursorAfter = (order: Order, keys: (string | number | null)[], id: number): string =>
  encodeCursor(nameOf(order), keys, id)

const nameOf = ({ by, direction, rank }: Order) => `${rank ? 'found ' : ''}${by} ${direction}`
