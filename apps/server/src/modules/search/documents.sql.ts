import type { SearchModel } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import { labScope, rows } from '../../db/scope.ts'
import { paymentStatusSql, worstOrderSql } from '../contracts/index.ts'
import { factsOf, shownName, statusOf } from '../organizations/index.ts'

/** Own prices of the practice `o` by group, from the newest version of each field (`search/hits`). */
const fees = sql`(select coalesce(array_agg(distinct v.part order by v.part), '{}') from (
    select distinct on (w.field) w.value, case when w.field like 'rx_forms.%' and w.field not like 'rx_forms.misc.%'
      then split_part(w.field, '.', 2) else 'general' end as part
    from ${rows(labScope, 'price_overrides', 'w')} where w.organization_id = o.id order by w.field, w.version desc) v
  where v.value is not null)`

/** What people and locations take over from the organization `o`, and it says itself. */
const inherited = sql`o.id as organization_id, o.kind, ${shownName('o')} as shown_name, o.deleted_at, o.disabled_at, o.startup_fee_settled_at,
  o.onboarded_at, o.created_at, o.account_number, o.organization_type_id,
  case when o.kind = 'practice' then ${paymentStatusSql(labScope)} end as payment,
  case when o.kind = 'practice' and o.suspended_at is not null then ${worstOrderSql(labScope)} end as worst_order,
  case when o.kind = 'practice' then ${fees} else '{}' end as fees,
  (select t.name from organization_types t where t.id = o.organization_type_id) as organization_type,
  case when o.kind = 'practice' then case when o.template_version = 2 then 'New' else 'Old' end end as invoice_version,
  (select b.status from ${rows(labScope, 'onboardings', 'b')} where b.organization_id = o.id) as onboarding`

/** Cases that meet a condition: how many, when first and last, and how many that are not archived. */
const cases = (condition: RawBuilder<unknown>) => sql`(select
    count(*) filter (where c.submitted_at is not null and not c.cancelled)::int as n,
    count(*) filter (where not c.archived)::int as patients,
    min(c.submitted_at) filter (where not c.cancelled) as first, max(c.submitted_at) filter (where not c.cancelled) as last
  from ${rows(labScope, 'case_rows', 'c')} where ${condition})`

/** The columns that every kind of record fills, from which its document is made. */
const organizations = (which: RawBuilder<unknown>, now: Date) => sql`
  select 'organization' as model, o.organization_id as model_id, 'organization' as filter, o.shown_name as full_name, o.account_number, o.kind,
    o.deleted_at is not null as is_archived, o.disabled_at is not null as is_disabled, o.created_at as joined_at, c.n, c.patients, c.first, c.last,
    case when o.kind = 'practice' then ${statusOf(factsOf('o', 'o', 'c'), now)} end as status, o.onboarded_at,
    (select count(*)::int from memberships m join users u on u.id = m.user_id where m.organization_id = o.organization_id and u.deleted_at is null) as number_of_users,
    coalesce(l.email, w.email, '') as email, coalesce(l.phone_number, '') as phone_number,
    coalesce(w.full_name, l.first_name || ' ' || l.last_name, '') as contact_name,
    coalesce(l.street_address, '') as street_address, coalesce(l.street_address_line_2, '') as street_address_line_2,
    coalesce(l.city, '') as city, coalesce(l.state, '') as state, coalesce(l.zip_code, '') as zip_code, coalesce(l.country, '') as country,
    jsonb_build_array(to_jsonb(o)) as places
  from (select ${inherited} from organizations o where ${which}) o
    cross join lateral ${cases(sql`c.organization_id = o.organization_id`)} c
    left join lateral (select l.* from ${rows(labScope, 'locations', 'l')}
      where l.organization_id = o.organization_id and l.is_main and l.deleted_at is null limit 1) l on true
    left join lateral (select u.full_name, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.organization_id and m.role = 'organization_owner' and u.deleted_at is null order by m.id limit 1) w on true`

const people = (which: RawBuilder<unknown>, now: Date) => sql`
  select 'user' as model, u.id as model_id, coalesce(u.role, 'no_role') as filter, u.full_name, u.account_number, null as kind,
    u.deleted_at is not null as is_archived, coalesce((o.places -> 0 ->> 'disabled_at') is not null, false) as is_disabled,
    u.created_at as joined_at, c.n, c.patients, c.first, c.last,
    case when u.role in ('doctor', 'staff_member') then ${statusOf(
      {
        archivedAt: sql`u.deleted_at`,
        feeSettledAt: sql`o.places -> 0 ->> 'startup_fee_settled_at'`,
        onboardedAt: sql`(o.places -> 0 ->> 'onboarded_at')::timestamptz`,
        firstCaseAt: sql`c.first`,
        lastCaseAt: sql`c.last`,
      },
      now,
    )} end as status, (o.places -> 0 ->> 'onboarded_at')::timestamptz as onboarded_at, null::int as number_of_users,
    u.email, coalesce(l.phone_number, '') as phone_number, '' as contact_name,
    coalesce(l.street_address, '') as street_address, coalesce(l.street_address_line_2, '') as street_address_line_2,
    coalesce(l.city, '') as city, coalesce(l.state, '') as state, coalesce(l.zip_code, '') as zip_code, coalesce(l.country, '') as country,
    coalesce(o.places, '[]') as places
  from users u
    left join lateral (select jsonb_agg(to_jsonb(o) order by o.membership_id) as places from (
      select m.id as membership_id, ${inherited} from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id) o) o on true
    cross join lateral ${cases(sql`c.doctor_id = u.id`)} c
    left join lateral (select l.* from ${rows(labScope, 'locations', 'l')}
      where l.organization_id = (o.places -> 0 ->> 'organization_id')::int and l.is_main and l.deleted_at is null limit 1) l on true
  where ${which}`

const locations = (which: RawBuilder<unknown>) => sql`
  select 'location' as model, l.id as model_id, 'location' as filter, l.location_name as full_name, null as account_number, null as kind,
    o.deleted_at is not null as is_archived, o.disabled_at is not null as is_disabled, l.created_at as joined_at, c.n, c.patients, c.first, c.last,
    null::int as status, null::timestamptz as onboarded_at, null::int as number_of_users,
    l.email, l.phone_number, l.first_name || ' ' || l.last_name as contact_name,
    l.street_address, l.street_address_line_2, l.city, l.state, l.zip_code, l.country, jsonb_build_array(to_jsonb(o)) as places
  from ${rows(labScope, 'locations', 'l')}
    cross join lateral (select ${inherited} from organizations o where o.id = l.organization_id) o
    cross join lateral ${cases(sql`c.organization_id = l.organization_id and c.location_id = l.id`)} c
  where l.deleted_at is null and ${which}`

const records = {
  organization: (which: RawBuilder<unknown>, now: Date) => organizations(which, now),
  user: (which: RawBuilder<unknown>, now: Date) => people(which, now),
  location: (which: RawBuilder<unknown>, _now: Date) => locations(which),
} satisfies Record<SearchModel, unknown>

const texts = (key: string) =>
  sql`array(select distinct p ->> ${key} from jsonb_array_elements(r.places) p where p ->> ${key} is not null)`
/** Suspended practices that owe are found by that, too (`contracts/status`). */
const payments = sql`array(select distinct x from jsonb_array_elements(r.places) p,
  unnest(array[p ->> 'payment', case when p ->> 'worst_order' in ('NOT_PAID', 'BLOCKED') then p ->> 'worst_order' end]) x where x is not null)`
const numbers = (key: string) =>
  sql`array(select distinct (p ->> ${key})::int from jsonb_array_elements(r.places) p where p ->> ${key} is not null)`
const seconds = (at: string) => sql`extract(epoch from ${sql.ref(`r.${at}`)})::bigint`
const first = (key: string) => sql`r.places -> 0 ->> ${key}`

/**
 * The documents of some records of a kind, as rows of `search_documents` (`search/hits`). `which` is a condition on
 * `o.id`, `u.id` or `l.id`.
 */
export const documentsOf = (model: SearchModel, which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select d.*, jsonb_build_object('id', d.model || '-' || d.model_id, 'model', d.model, 'model_id', d.model_id, 'filter', d.filter,
      'is_archived', d.is_archived, 'status', d.status, 'payments', d.payments, 'fees', d.fees, 'organization_types', d.organization_types,
      'invoice_versions', d.invoice_versions, 'onboardings', d.onboardings, 'organization_ids', d.organization_ids,
      'full_name_sort', d.full_name_sort, 'joined_timestamp', d.joined_timestamp, 'first_case_timestamp', d.first_case_timestamp,
      'newest_case_timestamp', d.newest_case_timestamp, 'number_of_users', d.number_of_users, 'number_of_patients', d.number_of_patients,
      'number_of_cases', d.number_of_cases, 'average_cases', d.average_cases) || d.said as document,
    array_to_tsvector(array(select distinct w from (
      select '=' || w as w from unnest(search_words_of(d.said ->> 'full_name')) w
      union all select w from unnest(search_words_of(d.found)) w
      union all select nullif(regexp_replace(d.said ->> 'phone_number', '\\D', '', 'g'), '')) x (w) where w is not null)) as words
  from (
    select r.model, r.model_id, r.filter, r.is_archived, r.status::smallint, ${payments} as payments,
      array(select distinct f from jsonb_array_elements(r.places) p, jsonb_array_elements_text(p -> 'fees') f) as fees,
      ${numbers('organization_type_id')} as organization_types, ${texts('invoice_version')} as invoice_versions,
      ${numbers('onboarding')}::smallint[] as onboardings,
      array(select (p ->> 'organization_id')::int from jsonb_array_elements(r.places) p) as organization_ids,
      plain(coalesce(nullif(r.full_name, ''), r.account_number, '')) as full_name_sort,
      ${seconds('joined_at')} as joined_timestamp, ${seconds('first')} as first_case_timestamp, ${seconds('last')} as newest_case_timestamp,
      r.number_of_users, r.patients as number_of_patients, r.n as number_of_cases,
      round((r.n / greatest(1, extract(epoch from ${now}::timestamptz - r.joined_at) / 86400 / 30.4375))::numeric, 2)::real as average_cases,
      case when r.status = 3 then coalesce(r.first, r.onboarded_at) + interval '30 days'
        when r.status = 4 then r.last + interval '60 days' end as status_until,
      jsonb_build_object('full_name', r.full_name, 'account_number', r.account_number, 'kind', r.kind, 'is_disabled', r.is_disabled,
        'organizations', (select coalesce(jsonb_agg(jsonb_build_object('id', (p ->> 'organization_id')::int, 'name', p ->> 'shown_name')), '[]')
          from jsonb_array_elements(r.places) p),
        'onboarding', (${first('onboarding')})::int, 'payment', ${first('payment')}, 'customized_fees', coalesce(r.places -> 0 -> 'fees', '[]'),
        'organization_type', ${first('organization_type')}, 'invoice_version', ${first('invoice_version')},
        'joined_at', iso(r.joined_at), 'first_case_submission', iso(r.first), 'newest_case_submission', iso(r.last),
        'email', r.email, 'phone_number', r.phone_number, 'contact_name', r.contact_name, 'street_address', r.street_address,
        'street_address_line_2', r.street_address_line_2, 'city', r.city, 'state', r.state, 'zip_code', r.zip_code, 'country', r.country) as said,
      concat_ws(' ', r.full_name, r.account_number, r.email, r.phone_number, r.contact_name, r.street_address, r.street_address_line_2,
        r.city, r.state, r.zip_code, (select string_agg(p ->> 'shown_name', ' ') from jsonb_array_elements(r.places) p)) as found
    from (${records[model](which, now)}) r
  ) d`
