/**
 * The floor's lists: the whole body as text, built by PostgreSQL, over the same ready rows and found in the same way as
 * the product's. Written by hand for one person of the lab: the default list and the search.
 */
const live = 'not c.archived and not c.cancelled'
const defaults = `c.active and not c.is_on_hold
  and (c.submission_completed_by = any('{1}'::int[]) or c.print_assignments && '{1}'::int[] or c.submission_completed_by is null)`
const sorted = 'c.ship_date nulls last, c.created_at, c.patient_id'
const perPage = 50
const counted = 10_000

/** `["ship_date asc", …]` in base64url: where the page ends. `keys` starts with the name of the order. */
const cursorOf = (keys: string) => `translate(rtrim(replace(encode(convert_to(
  json_build_array(${keys}, c.ship_date, c.created_at, c.patient_id)::text, 'UTF8'), 'base64'), E'\\n', ''), '='), '+/', '-_')`
const cursor = cursorOf(`'ship_date asc'`)

/** `found` selects `n` rows counted and `ids` of the page; `number` is its number. */
const body = (found: string, number: string, cursorAfter = cursor): string => `
  with found as materialized (${found})
  select '{"patients":' || coalesce(p.rows, '[]') || ',"meta":{"total":' || least(n, ${counted}) || ',"page":' || ${number}
    || ',"per_page":${perPage},"last_page":' || greatest(1, (least(n, ${counted}) + ${perPage - 1}) / ${perPage})
    || ',"next":' || coalesce('"' || p.next || '"', 'null') || case when n > ${counted} then ',"total_is_at_least":true' else '' end || '}}' as body
  from found, lateral (
    select (select json_agg(c.row order by u.position)::text
        from unnest(found.ids) with ordinality u(id, position) join case_rows c on c.patient_id = u.id) as rows,
      (select ${cursorAfter} from case_rows c where c.patient_id = found.ids[${perPage}]) as next) p`

const ids = (filter: string, limit: number, order: string): string =>
  `select c.patient_id from case_rows c where ${filter} order by ${order} limit ${limit}`
/** One pass that counts and finds the page. */
const fromStart = (filter: string, number: string, order = sorted): string => `
  select coalesce(cardinality(ids), 0) as n, ids[(${number} - 1) * ${perPage} + 1:${number} * ${perPage}] as ids
  from (select array_agg(c.patient_id) as ids from (${ids(filter, counted + 1, order)}) c) c`

/** $1 the page's number, up to the end of what is counted. */
export const listByNumber = body(fromStart(defaults, '$1::int'), '$1::int')

const everything = `(' ' || c.search_text || ' | ' || c.doctor_name || ' | ' || c.organization_name)`

/**
 * One parameter per word, between percent signs; then all of them as one part of a ready row, and the id that a case
 * code names. The case that was typed comes first, then patients, then cases of doctors and practices of that name, of
 * each the open ones first.
 */
export function listSearch(words: number): string {
  const all = (text: string) =>
    Array.from({ length: words }, (_, index) => `${text} like plain($${index + 1})`).join(' and ')
  const isOver = `(c.patient_status_id = 5 or c.archived or c.cancelled)::int`
  const rank = `case when c.search_text like plain($${words + 1}) or c.patient_id = $${words + 2}::int then 0
    when ${all(`(' ' || c.search_text)`)} then 1 + ${isOver} else 3 + ${isOver} end`
  const found = fromStart(`${live} and ${all(everything)}`, '1', `${rank}, ${sorted}`)
  return body(found, '1', cursorOf(`'found ship_date asc', ${rank}`))
}
