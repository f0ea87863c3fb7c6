import { z } from 'zod'
import { id, IdParams, idText, Message, seen, includes, version, versionText } from '../core/fields.ts'
import { Meta, pageKeys } from '../core/paging.ts'
import { bodyOf } from '../core/record-schema.ts'
import { anyOf, del, get, patch, post, put } from '../core/route.ts'
import { statusNames } from '../core/statuses.ts'
import { UploadLink, uploadKeys, uploadRate } from '../patient-files/schema.ts'
import { changesForms, recordsWork, startsCases } from '../required-permissions.ts'
import { cancelFields } from './cancel-fields.ts'
import { draftRoutes, knowledge, pageKey } from './draft-routes.ts'
import { rxFormStatuses } from './lifecycle.ts'
import { modificationPartNames } from './modification.ts'
import { OldCase, RxForm, RxFormBody, RxFormEdit, RxFormRevision, RxFormSummary } from './schema.ts'

const seesForms = anyOf('rx-forms.view', 'organization.rx-forms.view')
const sha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const ListQuery = z.strictObject({
  ...pageKeys(25),
  /** Ascending or descending. */
  order: z.enum(['asc', 'desc']).default('desc'),
  /** The column that the rows are ordered by. */
  orderBy: z.enum(['created_at']).default('created_at'),
  /** Forms in one state. */
  status: z.enum(['all', ...statusNames(rxFormStatuses)]).default('all'),
})
const SubmitQuery = z.strictObject({
  /** The draft that the case was; its key makes no second case. Absent: it was none. */
  draft: pageKey().optional(),
  ...knowledge,
  /**
   * The price list that the caller saw; where another one holds by now, it is a 409 (`rx-form/price`). Required of pages
   * whose person reads prices.
   */
  price_list: idText().optional(),
  /**
   * The version of the practice's own prices that the caller saw; where it is another by now, it is a 409, too. Required
   * as `price_list` is.
   */
  price_overrides: versionText().optional(),
})
const List = z.strictObject({ rx_forms: z.array(RxFormSummary), meta: Meta })
/** A form after a change, and what to tell the person. */
export const RxFormAnswer = z.strictObject({ rx_form: RxForm, message: z.string() })
const OldCaseAnswer = z.strictObject({ patient_id: z.int(), message: z.string() })
const oldCaseExample = {
  first_name: 'Ada',
  last_name: 'Byron',
  user_id: 1,
  impression_date: '2015-03-02',
  ios_files: [{ file_path: 'unknown-upload-00000000', name: 'upper.ios' }],
}
const example = {
  first_name: 'Ada',
  last_name: 'Byron',
  user_id: 1,
  impression_date: '2026-11-20',
  impression_type: 1 as const,
  products_list: 1,
}

export const rxForms = {
  list: get('/rx_forms', {
    shows: ['case'],
    summary: 'Rx forms within my reach, newest first',
    rules: ['people/own-cases'],
    needs: seesForms,
    query: ListQuery,
    returns: List,
  }),
  listOfOrganization: get('/organizations/{id}/rx_forms', {
    shows: ['case'],
    summary: 'The Rx forms of one organization',
    rules: ['people/own-cases'],
    needs: seesForms,
    params: IdParams,
    query: ListQuery,
    returns: List,
  }),
  submit: post('/rx_forms', {
    changes: ['case', 'draft'],
    summary: 'Submit a case',
    rules: ['cases/submitted', 'rx-form/who', 'rx-form/where', 'rx-form/teeth', 'rx-form/price', 'cases/similar'],
    needs: startsCases,
    query: SubmitQuery,
    body: RxFormBody.extend({ organization_id: id() }),
    returns: RxFormAnswer,
    rate: { max: 60, per: 'user' },
    bodyLimit: 256 * 1024,
    example: { body: { ...example, organization_id: 1 } },
  }),
  submitForOrganization: post('/organizations/{id}/rx_forms', {
    changes: ['case', 'draft'],
    summary: 'Submit a case of one organization',
    rules: ['cases/submitted', 'rx-form/who', 'rx-form/where', 'cases/similar'],
    needs: startsCases,
    params: IdParams,
    query: SubmitQuery,
    body: RxFormBody,
    returns: RxFormAnswer,
    rate: { max: 60, per: 'user' },
    bodyLimit: 256 * 1024,
    example: { body: example },
  }),
  oldCase: post('/rx_forms/old_case', {
    changes: ['case'],
    summary: 'Add a completed case from before the portal, with its IOS files',
    rules: ['cases/old-case', 'cases/similar'],
    needs: 'old-cases.upload',
    body: OldCase.extend({ organization_id: id() }),
    returns: OldCaseAnswer,
    rate: { max: 60, per: 'user' },
    example: { body: { ...oldCaseExample, organization_id: 1 }, refused: 422 },
  }),
  oldCaseOfOrganization: post('/organizations/{id}/rx_forms/old_case', {
    changes: ['case'],
    summary: 'Add a case of one organization from before the portal',
    rules: ['cases/old-case', 'cases/similar'],
    needs: 'old-cases.upload',
    params: IdParams,
    body: OldCase,
    returns: OldCaseAnswer,
    rate: { max: 60, per: 'user' },
    example: { body: oldCaseExample, refused: 422 },
  }),
  get: get('/rx_forms/{id}', {
    shows: ['case', 'location'],
    summary: 'An Rx form, and which of its parts may still be changed',
    rules: ['rx-form/change', 'rx-form/who-changes'],
    needs: seesForms,
    params: IdParams,
    query: z.strictObject({
      /** What to send along; the answer holds what there is of it anyway. */
      include: includes('organization', 'location', 'shippingLocation', 'bracketLibraries', 'createdByUser'),
    }),
    returns: z.strictObject({
      rx_form: RxForm,
      metadata: z.strictObject({
        /** Parts that I may change now; none: the form stays as it is. */
        modification_rules: z.array(z.enum(modificationPartNames)),
        /** All its fields and its version, as a change sends them (`RxFormEdit`). */
        values: z.record(z.string(), z.unknown()),
      }),
    }),
  }),
  replace: put('/rx_forms/{id}', {
    changes: ['case'],
    summary: 'Change a submitted form: all of its fields are sent, as the form has them',
    rules: ['rx-form/change', 'rx-form/who-changes', 'rx-form/change-follows', 'rx-form/revisions'],
    needs: changesForms,
    params: IdParams,
    body: RxFormEdit,
    returns: RxFormAnswer,
    bodyLimit: 256 * 1024,
    rate: { max: 60, per: 'user' },
    example: { body: example, refused: 422 },
  }),
  change: patch('/rx_forms/{id}', {
    changes: ['case'],
    summary: 'Change some fields of a submitted form',
    rules: ['rx-form/change', 'rx-form/who-changes', 'rx-form/change-follows', 'rx-form/revisions'],
    needs: changesForms,
    params: IdParams,
    body: RxFormEdit,
    returns: RxFormAnswer,
    bodyLimit: 256 * 1024,
    rate: { max: 60, per: 'user' },
    example: { body: { special_instructions: 'Please keep the diastema.' } },
  }),
  revisions: get('/rx_forms/{id}/revisions', {
    shows: ['case'],
    summary: 'How a form was changed since it was submitted, the newest first, and who read it',
    rules: ['rx-form/revisions', 'people/doer'],
    needs: seesForms,
    params: IdParams,
    returns: z.strictObject({ revisions: z.array(RxFormRevision) }),
  }),
  revisionsSeen: post('/rx_forms/{id}/revisions_seen', {
    changes: ['case'],
    summary: 'Mark the changes of a form as read up to a version',
    rules: ['rx-form/revisions'],
    needs: seesForms,
    params: IdParams,
    body: z.strictObject({ up_to_version: version() }),
    returns: Message,
    example: { body: { up_to_version: 1 } },
  }),
  cancel: post('/rx_forms/{id}/cancel', {
    changes: ['case'],
    summary: 'Cancel a case, with a reason',
    rules: ['cases/cancel', 'cases/canceled'],
    needs: startsCases,
    params: IdParams,
    body: bodyOf(cancelFields),
    returns: RxFormAnswer,
    example: { body: { reason: 'The patient moved away.' } },
  }),
  remove: del('/rx_forms/{id}', {
    changes: ['case'],
    summary: 'Cancel a case without giving a reason; "Deleted" is recorded',
    rules: ['cases/cancel'],
    needs: startsCases,
    params: IdParams,
    returns: RxFormAnswer,
  }),
  uploadLink: get('/rx_forms/upload_link', {
    shows: [],
    summary: 'Get an upload link for a scan or photo of a new case',
    rules: ['scans/three-steps', 'rx-form/scan-files'],
    needs: startsCases,
    query: z.strictObject({
      ...uploadKeys,
      /** The practice that the case will belong to. */
      organization_id: idText(),
    }),
    returns: UploadLink,
    rate: uploadRate,
    example: { query: { name: 'upper.stl', size: 84, sha256: sha, organization_id: 1 } },
  }),
  uploadLinkOfOrganization: get('/organizations/{id}/rx_forms/upload_link', {
    shows: [],
    summary: 'Get an upload link for a scan or photo of a new case of one organization',
    rules: ['scans/three-steps', 'rx-form/scan-files'],
    needs: startsCases,
    params: IdParams,
    query: z.strictObject(uploadKeys),
    returns: UploadLink,
    rate: uploadRate,
    example: { query: { name: 'upper.stl', size: 84, sha256: sha } },
  }),
  markAsReady: post('/rx_forms/{id}/mark_as_ready', {
    changes: ['case'],
    summary: 'Notify: send the setup to the doctor for approval',
    rules: ['cases/notify', 'cases/same-setup', 'cases/seen'],
    needs: anyOf('rx-forms.manage', 'rx-forms.mark-as-ready', 'organization.rx-forms.mark-as-ready'),
    params: IdParams,
    body: z.strictObject({
      seen: seen().optional(),
      /** After a request for changes: the setup stays as it is, on purpose. */
      same_setup: z.boolean().optional(),
    }),
    returns: RxFormAnswer,
    example: { body: { seen: 'unknown' } },
  }),
  assign: post('/rx_forms/{id}/assign', {
    changes: ['case'],
    summary: 'Change who makes a setup before work on it starts',
    rules: ['cases/assign', 'rx-form/in-office', 'rx-form/change-follows', 'rx-form/price', 'work/whose'],
    needs: anyOf('rx-forms.manage', 'rx-forms.assign', 'organization.rx-forms.assign'),
    params: IdParams,
    body: z.strictObject({ assign_to: z.literal([1, 2, 3]), version: version().optional() }),
    returns: RxFormAnswer,
    example: { body: { assign_to: 2 } },
  }),
  managementData: post('/rx_forms/{id}/management_data', {
    changes: ['case'],
    summary: 'Set the technician of a case',
    rules: ['work/technician', 'people/own-work'],
    needs: recordsWork,
    params: IdParams,
    /** The kind of work can only be the setup: prints and corrections have technicians of their own. */
    body: z.strictObject({
      kind: z.literal('initial_case_setup').default('initial_case_setup'),
      assigned_to: id().nullable(),
    }),
    returns: RxFormAnswer,
    example: { body: { kind: 'initial_case_setup', assigned_to: null } },
  }),
  ...draftRoutes,
}
