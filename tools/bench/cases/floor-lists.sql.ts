/**
 * The floor's lists: the whole body as text, built by PostgreSQL, over the same ready rows. Written by hand for one person of
 * the lab and for the filters that the bench asks for.
 */
const live = 'not c.archived and not c.cancelled'
const defaults = `${live} and c.active and not c.is_on_hold
  and (c.submission_completed_by = any('{1}'::int[]) or c.submission_completed_by is null)`
const sorted = 'c.ship_date nulls last, c.created_at, c.patient_id'
const perPage = 50
const counted = 10_000

/** `["ship_date asc", …]` in base64url: where the page ends. */
const cursor = `translate(rtrim(replace(encode(convert_to(
  json_build_array('ship_date asc', c.ship_date, c.created_at, c.patient_id)::text, 'UTF8'), 'base64'), E'\\n', ''), '='), '+/', '-_')`

/** `page` selects rows of the page in their order; `number` is its number. */
const body = (filter: string, page: string, number: string): string => `
  select '{"patients":' || coalesce(p.rows, '[]') || ',"meta":{"total":' || least(n, ${counted}) || ',"page":' || ${number}
    || ',"per_page":${perPage},"last_page":' || greatest(1, (least(n, ${counted}) + ${perPage - 1}) / ${perPage})
    || ',"next":' || coalesce('"' || p.next || '"', 'null') || case when n > ${counted} then ',"total_is_at_least":true' else '' end || '}}' as body
  from (select count(*) as n from (select 1 from case_rows c where ${filter} limit ${counted + 1}) c) t,
    (select json_agg(c.row)::text as rows, (array_agg(${cursor}))[${perPage}] as next from (${page}) c) p`

const rows = (filter: string): string =>
  `select c.row, c.ship_date, c.created_at, c.patient_id from case_rows c where ${filter}`

/** $1 the page's number. */
export const listByNumber = body(
  defaults,
  `${rows(defaults)} order by ${sorted} limit ${perPage} offset ($1::int - 1) * ${perPage}`,
  '$1::int',
)

/** $1 ship date, $2 creation, $3 id of the row before. */
export const listAfter = body(
  defaults,
  `select * from ((${rows(defaults)} and (c.ship_date, c.created_at, c.patient_id) > ($1::date, $2::timestamptz, $3::int) order by ${sorted} limit ${perPage})
    union all (${rows(defaults)} and c.ship_date is null order by ${sorted} limit ${perPage})) c order by ${sorted} limit ${perPage}`,
  '1',
)

/** One parameter a word, between per cent signs. */
export const listSearch = (words: number): string => {
  const filter = [live, ...Array.from({ length: words }, (_, index) => `c.search_text like plain($${index + 1})`)].join(
    ' and ',
  )
  return body(filter, `${rows(filter)} order by ${sorted} limit ${perPage}`, '1')
}

/** $1 first day, $2 last day, $3 states. */
const created = `${live} and not c.is_on_hold and c.patient_status_id = any($3::int[])
  and c.created_at >= ($1::date)::timestamp at time zone 'America/Denver' and c.created_at < ($2::date + 1)::timestamp at time zone 'America/Denver'`
export const listCreated = body(created, `${rows(created)} order by ${sorted} limit ${perPage}`, '1')
