/**
 * The floor's lists: the whole body as text, built by PostgreSQL, over the same ready rows and found in the same way as
 * the product's. Written by hand for one person of the lab and for the filters that the bench uses.
 */
const live = 'not c.archived and not c.cancelled'
const defaults = `c.active and not c.is_on_hold
  and (c.submission_completed_by = any('{1}'::int[]) or c.print_assignments && '{1}'::int[] or c.submission_completed_by is null)`
const sorted = 'c.ship_date nulls last, c.created_at, c.patient_id'
const perPage = 50
const counted = 10_000

/** `["ship_date asc", …]` in base64url: where the page ends. */
const cursor = `translate(rtrim(replace(encode(convert_to(
  json_build_array('ship_date asc', c.ship_date, c.created_at, c.patient_id)::text, 'UTF8'), 'base64'), E'\\n', ''), '='), '+/', '-_')`

/** `found` selects `n` rows counted and `ids` of the page; `number` is its number. */
const body = (found: string, number: string): string => `
  with found as materialized (${found})
  select '{"patients":' || coalesce(p.rows, '[]') || ',"meta":{"total":' || least(n, ${counted}) || ',"page":' || ${number}
    || ',"per_page":${perPage},"last_page":' || greatest(1, (least(n, ${counted}) + ${perPage - 1}) / ${perPage})
    || ',"next":' || coalesce('"' || p.next || '"', 'null') || case when n > ${counted} then ',"total_is_at_least":true' else '' end || '}}' as body
  from found, lateral (
    select (select json_agg(c.row order by u.position)::text
        from unnest(found.ids) with ordinality u(id, position) join case_rows c on c.patient_id = u.id) as rows,
      (select ${cursor} from case_rows c where c.patient_id = found.ids[${perPage}]) as next) p`

const ids = (filter: string, limit: number): string =>
  `select c.patient_id from case_rows c where ${filter} order by ${sorted} limit ${limit}`
/** One pass that counts and finds the page. */
const fromStart = (filter: string, number: string): string => `
  select coalesce(cardinality(ids), 0) as n, ids[(${number} - 1) * ${perPage} + 1:${number} * ${perPage}] as ids
  from (select array_agg(c.patient_id) as ids from (${ids(filter, counted + 1)}) c) c`

/** $1 the page's number, up to the end of what is counted. */
export const listByNumber = body(fromStart(defaults, '$1::int'), '$1::int')

const keys = 'c.patient_id, c.ship_date, c.created_at'
/** $1 ship date, $2 creation, $3 id of the row before. */
export const listAfter = body(
  `select (select count(*) from (select 1 from case_rows c where ${defaults} limit ${counted + 1}) c) as n,
    (select array_agg(c.patient_id) from (select * from (
      (select ${keys} from case_rows c where ${defaults} and (c.ship_date, c.created_at, c.patient_id) > ($1::date, $2::timestamptz, $3::int)
        order by ${sorted} limit ${perPage})
      union all (select ${keys} from case_rows c where ${defaults} and c.ship_date is null order by ${sorted} limit ${perPage})) c
      order by ${sorted} limit ${perPage}) c) as ids`,
  '1',
)

/** One parameter per word, between percent signs. */
export const listSearch = (words: number): string =>
  body(
    fromStart(
      [live, ...Array.from({ length: words }, (_, index) => `c.search_text like plain($${index + 1})`)].join(' and '),
      '1',
    ),
    '1',
  )

/** $1 first day, $2 last day, $3 states. */
export const listCreated = body(
  fromStart(
    `${live} and c.patient_status_id = any($3::int[])
  and c.created_at >= ($1::date)::timestamp at time zone 'America/Denver' and c.created_at < ($2::date + 1)::timestamp at time zone 'America/Denver'`,
    '1',
  ),
  '1',
)
