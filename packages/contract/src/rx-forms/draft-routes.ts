import { z } from 'zod'
import { IdParams, Instant, json, Message, utcInstant } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import { startsCases } from '../required-permissions.ts'
import { unknownInDraft } from './drafts.ts'

export const pageKey = () => z.string().regex(/^[a-z0-9]{1,32}$/)
export const DraftQuery = z.strictObject({
  /** Which of my drafts: a key of up to 32 small letters and digits that the page chose. */
  draft: pageKey(),
})
/** What a page that has a draft open knows of it: others may have it open, too. */
export const knowledge = {
  /** Which page: its own saves follow each other. */
  page: pageKey().optional(),
  /** When what the page began from was kept, if it was; kept otherwise meanwhile, it is a 409. */
  known: utcInstant().optional(),
}

/** Calls about what somebody typed into Start A Case and did not submit yet. */
export const draftRoutes = {
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
      draft: z
        .strictObject({
          data: z.record(z.string(), z.unknown()),
          /** The `file_path` of files in it that can no longer be submitted: their bytes are kept for a day. */
          gone: z.array(z.string()),
          updated_at: Instant,
        })
        .nullable(),
    }),
    example: { query: { draft: 'begun' } },
  }),
  saveDraft: put('/organizations/{id}/rx_form_draft', {
    changes: ['draft'],
    summary: 'Keep what I typed so far',
    rules: ['rx-form/draft', 'rx-form/two-pages'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    body: z.strictObject({
      /** The form's values by their names, and what the page keeps beside them. */
      data: json().superRefine((data, context) => {
        for (const key of unknownInDraft(data))
          context.addIssue({ code: 'custom', path: [key], message: 'Unknown field' })
      }),
      page: knowledge.page,
      /** When what the page began from was kept; null: nothing was. Kept otherwise meanwhile, it is a 409. */
      known: utcInstant().nullable().optional(),
    }),
    returns: z.strictObject({ updated_at: Instant }),
    bodyLimit: 256 * 1024,
    example: { query: { draft: 'begun' }, body: { data: { first_name: 'Ada' } } },
  }),
  discardDraft: del('/organizations/{id}/rx_form_draft', {
    changes: ['draft'],
    summary: 'Throw away what I typed; it can be brought back for a day',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    returns: Message,
    example: { query: { draft: 'begun' } },
  }),
  restoreDraft: post('/organizations/{id}/rx_form_draft/restore', {
    changes: ['draft'],
    summary: 'Bring back what I threw away',
    rules: ['rx-form/draft'],
    needs: startsCases,
    params: IdParams,
    query: DraftQuery,
    returns: Message,
    example: { query: { draft: 'gone' }, refused: 404 },
  }),
}
