import { onboardingStatuses, onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { statusNames } from '@archwire/contract/core/statuses.ts'
import { presentStatus } from '@archwire/contract/core/statuses.ts'
import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'
import { shownName } from '../organizations/index.ts'

/** Nothing happened for this many days: staff see such an onboarding first (`onboarding/waiting`). */
const waitingDays = 7

const completed = sql.lit(onboardingStatuses.completed.id)
const libraryStep = sql.lit(onboardingSteps[3].id)

const statusJson = sql`(${JSON.stringify(
  Object.fromEntries(
    statusNames(onboardingStatuses).map((name) => [
      onboardingStatuses[name].id,
      presentStatus(onboardingStatuses, name),
    ]),
  ),
)}::jsonb -> n.status::text)`

/** Onboardings `n` with their organization `o`. */
export const onboardingsFrom = (scope: Scope): RawBuilder<unknown> =>
  sql`${rows(scope, 'onboardings', 'n')} join organizations o on o.id = n.organization_id`

interface Reading {
  /** The lab's day, and the moment. */
  today: Day
  now: Date
  /** Only staff read what waits and what is overdue. */
  staff: boolean
}

/** The onboarding `n` of the organization `o`, as lists have it. */
export const onboardingJson = ({
  today,
  now,
  staff,
}: Reading): RawBuilder<unknown> => sql`jsonb_build_object('id', n.id,
  'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number,
    'is_disabled', o.disabled_at is not null, 'is_archived', o.deleted_at is not null, 'created_at', iso(o.created_at)),
  'status', ${statusJson}, 'current_step', n.current_step,
  'metadata', jsonb_build_object('tracking_number', n.tracking_number,
    'estimated_date_of_completion', n.estimated_date_of_completion::text),
  'created_at', iso(n.created_at), 'moved_at', iso(n.moved_at),
  'completed_at', case when n.status = ${completed} then iso(o.onboarded_at) end,
  'is_waiting', ${staff}::boolean and n.status <> ${completed} and n.moved_at <= ${now}::timestamptz - make_interval(days => ${sql.lit(waitingDays)}),
  'is_overdue', coalesce(${staff}::boolean and n.status <> ${completed} and n.current_step = ${libraryStep}
    and n.estimated_date_of_completion < ${today}::date, false),
  'version', n.version)`

/** Since when something has not happened: open ones alone, so that completed ones come last. */
export const waitingSince = sql`case when n.status <> ${completed} then n.moved_at end`

/** Who completed which step of the onboarding `n`, and when; and when its license was activated. */
export const doneJson = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object(
  'done', (select coalesce(jsonb_agg(jsonb_build_object('step', d.step, 'at', iso(d.completed_at),
      'name', coalesce(w.full_name, ''), 'role', w.role)), '[]')
    from ${rows(scope, 'onboarding_steps', 'd')} left join users w on w.id = d.completed_by_user_id
    where d.organization_id = n.organization_id and d.onboarding_id = n.id),
  'license_activated_at', (select iso(l.activated_at) from ${rows(scope, 'licenses', 'l')}
    where l.organization_id = n.organization_id order by l.id limit 1))`

/** Where the desktop application, training and survey are. */
export const linksJson = sql`(select jsonb_build_object('desktop_download_url', s.desktop_download_url,
  'training_url', s.training_url, 'survey_url', s.survey_url) from lab_settings s)`
