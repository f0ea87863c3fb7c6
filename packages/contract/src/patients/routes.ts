import { z } from 'zod'
import { day, id, IdParams, ids, includes, line, Message, seen, text, version } from '../core/fields.ts'
import { Meta } from '../core/paging.ts'
import { accepts, bodyOf } from '../core/record-schema.ts'
import { anyOf, del, get, post, put } from '../core/route.ts'
import { completesSetups, correctsCases, holdsCases, seesCases } from '../required-permissions.ts'
import { caseNameFields } from '../rx-forms/name-fields.ts'
import { searchSchema } from '../core/search.ts'
import { statusNames } from '../core/statuses.ts'
import { patientStatuses, type PatientStatus } from './lifecycle.ts'
import { approval } from './approval.ts'
import { setTechnicians } from './bulk.ts'
import { caseFields, changesFields } from './fields.ts'
import { history } from './history.ts'
import { Patient, PatientSummary } from './schema.ts'
import { checkSimilar } from './similar.ts'
import { patientCountSearch, patientSearch } from './search.ts'

const List = z.strictObject({ patients: z.array(PatientSummary), meta: Meta })
/** A case after a change, and what to tell the person. */
export const PatientAnswer = z.strictObject({ patient: Patient, message: z.string() })
const countsByStatus = Object.fromEntries(statusNames(patientStatuses).map((name) => [name, z.int()])) as Record<
  PatientStatus,
  z.ZodInt
>
const { completed: _, ...countsBeforeCompleted } = countsByStatus
const { first_name, last_name, case_number_text } = caseNameFields.table
export const PatientListQuery = searchSchema(patientSearch, 50, {
  /** What to send along; a line of the list holds what it shows anyway. */
  include: includes('patient_status', 'patient_files', 'user', 'rx_form'),
})

export const patients = {
  list: get('/patients', {
    shows: ['case', 'message', 'unread'],
    summary: 'Cases within my reach: search, filters, sort, pages',
    rules: ['work/practice-list', 'work/lab-list', 'work/assigned', 'work/unread', 'work/search', 'work/in-address'],
    needs: seesCases,
    query: PatientListQuery,
    returns: List,
  }),
  listOfOrganization: get('/organizations/{id}/patients', {
    shows: ['case', 'message', 'unread'],
    summary: 'The cases of one organization',
    rules: ['work/practice-list', 'work/search', 'work/in-address'],
    needs: seesCases,
    params: IdParams,
    query: PatientListQuery,
    returns: List,
  }),
  countsPerStatus: get('/organizations/{id}/patient_counts_per_status', {
    shows: ['case'],
    summary: 'How many cases of an organization are in each state',
    rules: ['work/practice-list'],
    needs: seesCases,
    params: IdParams,
    query: searchSchema(patientCountSearch, 1),
    returns: z.strictObject({
      counts: z.strictObject({
        ...countsByStatus,
        all: z.int(),
        /** On hold with a question to the doctor, in any state. */
        questions: z.int(),
      }),
    }),
  }),
  countsPerStatusOfAll: get('/patients/counts_per_status', {
    shows: ['case'],
    summary: 'How many cases within my reach are in each state except Completed, and in the list of all',
    rules: ['work/lab-counts'],
    needs: seesCases,
    query: searchSchema(patientCountSearch, 1),
    returns: z.strictObject({
      counts: z.strictObject({
        ...countsBeforeCompleted,
        /** Of the list without a state; at most 10,000. */
        all: z.int(),
      }),
    }),
  }),
  waiting: get('/patients/waiting', {
    shows: ['case'],
    summary: 'How many cases wait for the lab: late, unassigned, to be changed, on hold',
    rules: ['organizations/waiting'],
    needs: seesCases,
    query: z.strictObject({
      /** Organizations that a person of the lab looks at, a comma list of ids. */
      chosen_wi_organization_id: ids().optional(),
    }),
    returns: z.strictObject({
      waiting: z.strictObject({
        late: z.int(),
        /** Null for who does not read who works on a case. */
        unassigned: z.int().nullable(),
        changes_asked: z.int(),
        on_hold: z.int(),
      }),
    }),
  }),
  checkSimilar,
  create: post('/patients', {
    changes: ['case'],
    summary: 'Create a case without a submission: for the lab’s records, or for the Rx form of an archived case',
    rules: ['cases/created', 'cases/similar', 'cases/name'],
    needs: 'patients.create',
    body: z.strictObject({
      first_name: accepts(first_name),
      last_name: accepts(last_name),
      case_number_text: accepts(case_number_text).default(''),
      /** The doctor. */
      user_id: id(),
      /** The practice; may be left out where the doctor belongs to one. */
      organization_id: id().optional(),
      /** The Rx form of an archived case of the practice, which moves to the new case. */
      rx_form_id: id().nullable().optional(),
    }),
    returns: PatientAnswer,
    rate: { max: 60, per: 'user' },
    example: { body: { first_name: 'Silas', last_name: 'Morel', user_id: 1, organization_id: 1 } },
  }),
  get: get('/patients/{id}', {
    shows: ['case@params.id'],
    summary: 'A case with its Rx form, files, notes and work, and what I may do with it',
    rules: ['people/own-cases', 'cases/why-not'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ patient: Patient }),
  }),
  update: put('/patients/{id}', {
    changes: ['case'],
    summary: 'Correct names, case number and suffix of a case',
    rules: ['cases/correct', 'cases/name', 'cases/case-number', 'cases/similar'],
    needs: anyOf(...correctsCases, 'organization.rx-forms.create'),
    fieldPermissions: { numeric_suffix: correctsCases },
    params: IdParams,
    body: z.strictObject({
      first_name: accepts(first_name).optional(),
      last_name: accepts(last_name).optional(),
      /** The practice’s own number; null takes it away. */
      case_number_text: accepts(case_number_text).nullable().optional(),
      /** The number behind the name, by the lab; null is none. */
      numeric_suffix: z.int().min(1).max(9999).nullable().optional(),
      version: version().optional(),
    }),
    returns: PatientAnswer,
    example: { body: { first_name: 'Silas', last_name: 'Morel', case_number_text: '13' } },
  }),
  archive: put('/patients/{id}/archive', {
    changes: ['case'],
    summary: 'Archive a case',
    rules: ['cases/archived'],
    needs: 'patients.archive',
    params: IdParams,
    returns: PatientAnswer,
  }),
  restore: post('/patients/{id}/restore', {
    changes: ['case'],
    summary: 'Restore an archived case',
    rules: ['cases/archived'],
    needs: anyOf('patients.manage', 'patients.supervise', 'patients.delete'),
    params: IdParams,
    returns: PatientAnswer,
    example: { refused: 409 },
  }),
  remove: del('/patients/{id}', {
    changes: ['case'],
    summary: 'Delete an archived case permanently',
    rules: ['cases/delete'],
    needs: anyOf('patients.manage', 'patients.delete'),
    params: IdParams,
    body: z.strictObject({
      /** The name of the patient as it is shown, with its suffix. */
      full_name: line(255),
    }),
    returns: Message,
    // The example's case is not archived.
    example: { body: { full_name: 'Silas Morel' }, refused: 409 },
  }),
  setTechnicians,
  approval,
  history,
  approve: post('/patients/{id}/approve', {
    changes: ['case'],
    summary: 'The doctor approves the setup',
    rules: ['cases/approve', 'cases/seen', 'cases/print-follows'],
    needs: 'organization.patients.approve',
    params: IdParams,
    body: z.strictObject({ note: text(10_000).optional(), seen: seen() }),
    returns: PatientAnswer,
    example: { body: { seen: 'unknown' } },
  }),
  setupShown: post('/patients/{id}/setup_shown', {
    changes: ['case'],
    summary: 'Record that the setup was shown to me in 3D',
    rules: ['cases/looks-first', 'cases/seen'],
    needs: 'organization.patients.approve',
    params: IdParams,
    body: z.strictObject({ seen: seen() }),
    returns: z.strictObject({ setup_shown: z.boolean() }),
    example: { body: { seen: 'unknown' } },
  }),
  requestChanges: post('/patients/{id}/request_changes', {
    changes: ['case'],
    summary: 'The doctor asks for changes; the note goes to the technician',
    rules: ['cases/changes', 'cases/changes-asked', 'cases/seen'],
    needs: 'organization.patients.approve',
    params: IdParams,
    body: bodyOf(changesFields).extend({ seen: seen() }),
    returns: PatientAnswer,
    example: { body: { note: 'Please rotate tooth 11 by five degrees.', seen: 'unknown' } },
  }),
  completeSetup: post('/patients/{id}/complete_setup', {
    changes: ['case'],
    summary: 'Complete a setup without Notify: in-office, third party, or approved by phone',
    rules: ['cases/complete', 'cases/seen'],
    needs: anyOf(...completesSetups, 'organization.patients.complete-setup'),
    fieldPermissions: { approved_by: completesSetups, approved_at: completesSetups },
    params: IdParams,
    body: z.strictObject({
      /** Who approved, and how; asked of the lab's own setups. */
      approved_by: accepts(caseFields.table.approved_by).optional(),
      /** The day of it, from that of the submission to today, which it is where none is given. */
      approved_at: day().optional(),
      seen: seen().optional(),
    }),
    returns: PatientAnswer,
    example: { body: { approved_by: 'Dr. Example, by phone', seen: 'unknown' } },
  }),
  toggleHold: put('/patients/{id}/toggle_hold', {
    changes: ['case'],
    summary: 'Put a case on hold with a reason, or take it off hold',
    rules: ['cases/hold'],
    needs: anyOf(...holdsCases, 'organization.patients.toggle-hold'),
    fieldPermissions: { should_notify_doctor: holdsCases },
    params: IdParams,
    body: z.strictObject({
      /** The desired state; without it the current one is toggled. */
      on_hold: z.boolean().optional(),
      action_owner_name: accepts(caseFields.table.action_owner_name).optional(),
      reason: accepts(caseFields.table.reason).optional(),
      /** The lab asks for it; a hold of the practice tells the lab. */
      should_notify_doctor: z.boolean().default(false),
    }),
    returns: PatientAnswer,
    example: { body: { on_hold: true, action_owner_name: 'Sam Example', reason: 'Waiting for a better scan' } },
  }),
  saveNotes: put('/patients/{id}/notes', {
    changes: ['case'],
    summary: 'Save one of the three notes of a case',
    rules: ['cases/one-text', 'cases/doctor-notes', 'cases/tech-notes', 'cases/internal-notes'],
    needs: anyOf(
      'patients.doctor-notes.update',
      'patients.management-notes.update',
      'patients.internal-notes.create',
      'organization.patients.doctor-notes.update',
    ),
    params: IdParams,
    body: z.strictObject({
      field: z.enum(['doctor_notes', 'management_notes', 'internal_notes']),
      text: text(100_000),
      version: version().optional(),
    }),
    returns: PatientAnswer,
    example: { body: { field: 'doctor_notes', text: 'Please keep the diastema.' } },
  }),
}
