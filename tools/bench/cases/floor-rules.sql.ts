import { caseActions, type CaseAction } from '@archwire/contract/patients/schema.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { sql, type RawBuilder } from 'kysely'
import { factColumns } from '../../../apps/server/src/modules/case-core/facts.ts'
import { statusLookup } from '../../../apps/server/src/modules/case-core/index.ts'

/**
 * The rules for a supervisor of the lab, in SQL (apps/server/src/modules/case-core: policy.ts, rules.ts). Facts and
 * reasons are read once for each case: `offset 0` keeps PostgreSQL from repeating their expressions where they are used.
 */
const isArchived = sql`when p.deleted_at is not null then 'This case is archived.'`
const isCanceled = sql`when r.cancelled_at is not null then 'The Rx form of this case is canceled.'`
const isHeld = sql`when p.is_on_hold then 'This case is on hold.'`
const notAtRest = sql`${isArchived} ${isHeld} ${isCanceled}`
const isClosed = sql`when r.status_id = 4 then 'The Rx form is completed.' when r.status_id = 5 then 'The Rx form is canceled.'`
const isNotOpenForWork = sql`when c.organization_archived then 'This organization is archived.'
  when c.organization_suspended then 'The subscription of this organization is suspended.'`
const isNotInProgress = sql`when p.patient_status_id <> 1 then 'This is not possible while the case is '
  || (${statusLookup(patientStatuses)} -> p.patient_status_id::text ->> 'label') || '.'`
const setupIsClosed = sql`when p.patient_status_id not in (1, 2) then 'The setup can be changed only while the case is being worked on.'`

/** Why not now, for what a supervisor may do; null where nothing is in the way. */
const reasons = {
  archived: sql`case ${isArchived} end`,
  archivedOrCanceled: sql`case ${isArchived} ${isCanceled} end`,
  markAsReady: sql`case ${notAtRest} ${isNotInProgress} when not c.has_setup then 'Upload the setup before you notify the doctor.' end`,
  complete: sql`case ${notAtRest} ${isNotInProgress} end`,
  hold: sql`case ${isArchived} ${isCanceled} when p.is_on_hold then 'This case is already on hold.'
    when p.patient_status_id = 5 then 'This case is completed. There is nothing left to put on hold.' end`,
  unhold: sql`case ${isArchived} when not p.is_on_hold then 'This case is not on hold.' end`,
  assign: sql`case ${notAtRest} ${isClosed} when p.patient_status_id <> 2 then 'Work on this setup has started.' end`,
  workSteps: sql`case ${notAtRest} ${isClosed} end`,
  requestPrint: sql`case ${notAtRest} when p.patient_status_id not in (4, 5) then 'A print can be requested once the setup is approved.'
    when not c.printable then 'Add the IOS file or the setup first. The print is made from it.' ${isNotOpenForWork} end`,
  requestCorrection: sql`case ${notAtRest} when p.patient_status_id <> 4 then 'A correction can be requested while the case is approved.'
    when c.ios_files = 0 then 'Add the IOS file first.' when c.ios_files > 1 then 'Multiple IOS files have been found.'
    when not c.has_stl then 'Add the STL file first.' when c.tray_waits then 'A tray correction is already pending.'
    when c.open_requests = 0 then 'The case has no open request.' when c.open_requests > 1 then ${sql.lit(duplicateRequests)} ${isNotOpenForWork} end`,
  addCorrection: sql`case ${notAtRest} when not c.tray_waits then 'No flawed tray is waiting for a corrected file.'
    when c.open_requests > 1 then ${sql.lit(duplicateRequests)} end`,
  changeSetup: sql`case ${notAtRest} ${setupIsClosed} end`,
  deleteIos: sql`case ${isArchived} when c.prints_ios then 'An open print uses this IOS file. Complete or cancel the print first.' end`,
  modify: sql`case ${isArchived} ${isCanceled} when p.patient_status_id = 5 then 'The Rx form of a completed case cannot be changed.' end`,
  cancelStarted: sql`case ${isArchived} ${isCanceled} when p.patient_status_id = 5 then 'A completed case cannot be canceled.' end`,
  restore: sql`case when p.deleted_at is null then 'This case is not archived.'
    when r.id is null and p.patient_status_id in (1, 3) then 'The Rx form of this case has moved to another case.' end`,
} satisfies Record<string, RawBuilder<unknown>>
type Reason = keyof typeof reasons

const never = sql`false`
const always = sql`true`
/** Who works here is the lab, where the setup is not the partner's. */
const worksHere = sql`(w.id is not null and r.submission_completed_by is distinct from 3)`

/** What a supervisor may do, and what stands in the way of it; `free`: nothing does. */
const actions: Record<CaseAction, [may: RawBuilder<unknown>, why: Reason | 'free']> = {
  approve: [never, 'free'],
  request_changes: [never, 'free'],
  mark_as_ready: [sql`r.submission_completed_by is not distinct from 1`, 'markAsReady'],
  complete: [always, 'complete'],
  hold: [always, 'hold'],
  unhold: [always, 'unhold'],
  assign: [sql`r.id is not null`, 'assign'],
  work_steps: [worksHere, 'workSteps'],
  request_print: [always, 'requestPrint'],
  request_correction: [sql`coalesce(c.trays_made_by in (2, 3), false)`, 'requestCorrection'],
  add_correction: [always, 'addCorrection'],
  add_files: [always, 'archivedOrCanceled'],
  add_ios: [always, 'archivedOrCanceled'],
  add_report: [always, 'archivedOrCanceled'],
  add_setup: [always, 'changeSetup'],
  delete_photos: [always, 'archived'],
  delete_scans: [always, 'archived'],
  delete_ios: [always, 'deleteIos'],
  delete_reports: [always, 'archived'],
  delete_setup: [always, 'changeSetup'],
  delete_corrections: [always, 'archived'],
  write_doctor_notes: [always, 'archived'],
  write_management_notes: [always, 'archived'],
  read_internal_notes: [always, 'free'],
  write_internal_notes: [always, 'archived'],
  modify: [always, 'modify'],
  modify_shipping: [always, 'archivedOrCanceled'],
  cancel: [never, 'free'],
  cancel_started: [always, 'cancelStarted'],
  edit_names: [always, 'archived'],
  edit_case_number: [always, 'archived'],
  edit_suffix: [always, 'archived'],
  archive: [always, 'archived'],
  restore: [always, 'restore'],
  remove: [never, 'free'],
}

const reasonOf = (why: Reason) => sql.ref(`why.${why}`)

/** Facts `c` and reasons `why` of the case `p` with its form `r` and work `w`. */
export const rulesJoins = sql`
  cross join lateral (select ${factColumns} offset 0) c
  cross join lateral (select ${sql.join(
    Object.entries(reasons).map(([name, reason]) => sql`${reason} as ${sql.id(name)}`),
  )} offset 0) why`

/** What a supervisor can do with the case now. */
export const canJson = sql`jsonb_build_object(${sql.join(
  caseActions.map((action) => {
    const [may, why] = actions[action]
    return sql`${sql.lit(action)}, ${why === 'free' ? may : sql`${may} and ${reasonOf(why)} is null`}`
  }),
)})`

/** Why a permitted action of a supervisor is blocked. */
export const whyNotJson = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
  caseActions.flatMap((action) => {
    const [may, why] = actions[action]
    return why === 'free' ? [] : [sql`${sql.lit(action)}, case when ${may} then ${reasonOf(why)} end`]
  }),
)}))`

/** Whether steps of the setup can be saved now, and why not. */
export const stepsDecided = sql`jsonb_build_object(
  'can', jsonb_build_object('edit', ${worksHere} and ${reasonOf('workSteps')} is null),
  'why_not', jsonb_strip_nulls(jsonb_build_object('edit', case when ${worksHere} then ${reasonOf('workSteps')} end)))`
