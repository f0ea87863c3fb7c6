import { z } from 'zod'
import { id, IdParams, idText, Instant, json, seen, includes, utcInstant } from '../core/fields.ts'
import { Meta, pageKeys } from '../core/paging.ts'
import { anyOf, del, get, post, put } from '../core/route.ts'
import { statusNames } from '../core/statuses.ts'
import { UploadLink, uploadKeys, uploadRate } from '../patient-files/schema.ts'
import { recordsWork, startsCases } from '../required-permissions.ts'
import { firstDraft } from './drafts.ts'
import { rxFormStatuses } from './lifecycle.ts'
import { RxForm, RxFormBody, RxFormSummary } from './schema.ts'

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
const pageKey = () => z.string().regex(/^[a-z0-9]{1,32}$/)
const DraftQuery = z.strictObject({
  /** Which of my drafts: a key of up to 32 small letters and digits that the page chose. */
  draft: pageKey().default(firstDraft),
})
/** What a page that has a draft open knows of it: others may have it open, too. */
const knowledge = {
  /** Which page: its own saves follow each other. */
  page: pageKey().optional(),
  /** When what the page began from was kept, if it was; kept otherwise meanwhile, it is a 409. */
  known: utcInstant().optional(),
}
const SubmitQuery = DraftQuery.extend(knowledge)
const List = z.strictObject({ rx_forms: z.array(RxFormSummary), meta: Meta })
const Submitted = z.strictObject({ rx_form: RxForm, message: z.string() })
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
    rules: ['cases/submitted', 'rx-form/who', 'rx-form/where', 'cases/similar'],
    needs: startsCases,
    query: SubmitQuery,
    body: RxFormBody.extend({ organization_id: id() }),
    returns: Submitted,
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
    returns: Submitted,
    rate: { max: 60, per: 'user' },
    bodyLimit: 256 * 1024,
    example: { body: example },
  }),
  get: get('/rx_forms/{id}', {
    shows: ['case', 'location'],
    summary: 'An Rx form, and which of its parts may still be changed',
    rules: ['rx-form/change'],
    needs: seesForms,
    params: IdParams,
    query: z.strictObject({
      /** What to send along; the answer holds what there is of it anyway. */
      include: includes('organization', 'location', 'shippingLocation', 'bracketLibraries', 'createdByUser'),
    }),
    returns: z.strictObject({
      rx_form: RxForm,
      metadata: z.strictObject({ modification_rules: z.array(z.string()) }),
    }),
  }),
  uploadLink: get('/rx_forms/upload_link', {
    shows: [],
    summary: 'Ask where to put the bytes of a scan or photo of a new case',
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
    summary: 'Ask where to put the bytes of a scan or photo of a new case of one organization',
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
    returns: Submitted,
    example: { body: { seen: 'unknown' } },
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
    returns: Submitted,
    example: { body: { kind: 'initial_case_setup', assigned_to: null } },
  }),
  listDrafts: get('/organizations/{id}/rx_form_drafts', {
    shows: ['draft'],
    summary: 'Cases that I began and did not submit yet, by name',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({
      drafts: z.array(
        z.strictObject({ draft: z.string(), first_name: z.string(), last_name: z.string(), updated_at: Instant }),
      ),
    }),
  }),
  getDraft: get('/organizations/{id}/rx_form_draft', {
    shows: ['draft'],
    summary: 'What I typed into Start A Case and did not submit yet',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    returns: z.strictObject({
      draft: z.strictObject({ data: z.record(z.string(), z.unknown()), updated_at: Instant }).nullable(),
    }),
  }),
  saveDraft: put('/organizations/{id}/rx_form_draft', {
    changes: ['draft'],
    summary: 'Keep what I typed so far',
    rules: ['rx-form/draft', 'rx-form/two-pages'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    body: z.strictObject({
      data: json(),
      page: knowledge.page,
      /** When what the page began from was kept; null: nothing was. Kept otherwise meanwhile, it is a 409. */
      known: utcInstant().nullable().optional(),
    }),
    returns: z.strictObject({ updated_at: Instant }),
    bodyLimit: 256 * 1024,
    example: { body: { data: { first_name: 'Ada' } } },
  }),
  discardDraft: del('/organizations/{id}/rx_form_draft', {
    changes: ['draft'],
    summary: 'Throw away what I typed; it can be brought back for a day',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    returns: z.strictObject({ message: z.string() }),
  }),
  restoreDraft: post('/organizations/{id}/rx_form_draft/restore', {
    changes: ['draft'],
    summary: 'Bring back what I threw away',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    returns: z.strictObject({ message: z.string() }),
    example: { query: { draft: 'gone' }, refused: 404 },
  }),
}
