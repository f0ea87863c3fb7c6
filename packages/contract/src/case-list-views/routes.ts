import { z } from 'zod'
import { IdParams, Message } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import { seesCases } from '../required-permissions.ts'
import { CaseListView, CaseListViewBody, CaseListViewEdit } from './schema.ts'

/** A view after a change, and what to tell the person. */
const Answer = z.strictObject({ case_list_view: CaseListView, message: z.string() })

export const caseListViews = {
  list: get('/case_list_views', {
    shows: ['case_list_view'],
    summary: 'My views of the lab’s list of cases, in their order',
    rules: ['work/views'],
    needs: seesCases,
    returns: z.strictObject({ case_list_views: z.array(CaseListView) }),
  }),
  create: post('/case_list_views', {
    changes: ['case_list_view'],
    summary: 'Save a view of the list of cases',
    rules: ['work/views'],
    needs: seesCases,
    body: CaseListViewBody,
    returns: Answer,
    rate: { max: 60, per: 'user' },
    example: { body: { name: 'Rush cases', search: 'filter[rush_case_only]=1&orderBy=created_at', columns: null } },
  }),
  update: put('/case_list_views/{id}', {
    changes: ['case_list_view'],
    summary: 'Change one of my views: its name, search, columns or place',
    rules: ['work/views'],
    needs: seesCases,
    params: IdParams,
    body: CaseListViewEdit,
    returns: Answer,
    example: { body: { name: 'Rush cases of today' } },
  }),
  remove: del('/case_list_views/{id}', {
    changes: ['case_list_view'],
    summary: 'Delete one of my views',
    rules: ['work/views'],
    needs: seesCases,
    params: IdParams,
    returns: Message,
  }),
}
