import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { isPaying, productIds } from '../billing/index.ts'
import { shownName } from '../organizations/index.ts'

/** Columns of the organization `o` that its own page shows besides those of lists. The lab's notes are for the lab alone. */
export const recordColumns = (scope: Scope): RawBuilder<unknown> => sql`
  o.kind, case when o.name ~ ${sql.lit(unnamed)} then '' else o.name end as own_name,
  (select json_build_object('id', t.id, 'name', t.name) from organization_types t where t.id = o.organization_type_id) as organization_type,
  o.organization_type_id,
  ${notPartner(
    scope,
    sql`(select json_build_object('id', u.id, 'full_name', u.full_name) from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.id and m.role = 'organization_manager' and u.deleted_at is null
      order by m.created_at, u.id limit 1)`,
  )} as organization_manager,
  ${notPartner(scope, sql`(select n.id from ${rows(scope, 'onboardings', 'n')} where n.organization_id = o.id)`)} as onboarding_id,
  ${notPartner(scope, sql`o.startup_fee_waived_by is not null`)} as no_startup_fee,
  (select json_build_object('id', t.id, 'name', ${shownName('t')}) from organizations t
    where t.id = o.third_party_partner_id and t.deleted_at is null) as third_party_partner,
  o.rush_case_enabled, o.template_version, o.suspended_at is not null as suspended, iso(o.deleted_at) as deleted_at, o.version,
  ${disabledReason(scope)} as disabled_reason,
  ${onlyLab(scope, sql`(select w.full_name from users w where w.id = o.startup_fee_waived_by)`)} as startup_fee_waived_by,
  ${onlyLab(
    scope,
    sql`(select coalesce(nullif(d.survey_response_other, ''), y.answer) from ${rows(scope, 'account_details', 'd')}
      left join survey_answers y on y.id = d.survey_answer_id where d.organization_id = o.id)`,
  )} as survey_response,
  (select min(l.order_id) from ${rows(scope, 'order_lines', 'l')}
    where l.organization_id = o.id and l.product_id = ${productIds.startupFee}) as startup_fee_order_id,
  ${onlyLab(scope, sql`o.management_notes`)} as management_notes,
  (select count(*)::int from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.deleted_at is null) as number_of_members,
  (select count(*)::int from ${rows(scope, 'case_rows', 'c')}
    where c.organization_id = o.id and not c.cancelled and not c.archived
      and c.patient_status_id <> ${ids(patientStatuses.completed)}) as number_of_open_cases`

const onlyLab = ({ kind }: Scope, column: RawBuilder<unknown>) => (kind === 'lab' ? column : sql`null::text`)

/** A partner lab reads why it is disabled itself, not why a practice is. */
const disabledReason = (scope: Scope) =>
  scope.kind === 'partner'
    ? sql`case when o.id = any(${scope.organizations}::int[]) then o.disabled_reason else '' end`
    : sql`o.disabled_reason`

/** What a partner lab does not learn of the practices that named it. */
const notPartner = ({ kind }: Scope, column: RawBuilder<unknown>) => (kind === 'partner' ? sql`null` : column)

/** What the rules need of the organization `o`, as JSON (`RecordState`). */
export const stateColumns = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object('organization_id', o.id,
  'kind', o.kind, 'organization_disabled', o.disabled_at is not null, 'organization_archived', o.deleted_at is not null,
  'created_by', o.created_by_user_id, 'startup_fee_settled', o.startup_fee_settled_at is not null,
  'has_cases', exists (select 1 from ${rows(scope, 'patients', 'p')} where p.organization_id = o.id)
    or exists (select 1 from ${rows(scope, 'patients', 'p')} where p.partner_organization_id = o.id),
  'payment_in_progress', ${isPaying(scope)},
  'owes_startup_invoice', exists (select 1 from ${rows(scope, 'orders', 'r')}
    where r.organization_id = o.id and r.kind = 'start_up' and r.fm_invoice_status <> 'PAID'),
  'has_orders', exists (select 1 from ${rows(scope, 'orders', 'r')} where r.organization_id = o.id)) as state`
