import { z } from 'zod'
import { Instant, optionalLine } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { searchSchema } from '../core/search.ts'
import { distinct } from '../core/text.ts'
import { caseListColumns } from '../patients/schema.ts'
import { patientSearch } from '../patients/search.ts'
import { viewFields } from './fields.ts'
import { mostViews, viewSearchLimit } from './limits.ts'

/** A list of cases that a person comes back to (`work/views`). */
export const CaseListView = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The search of the list as its address holds it, without the question mark. */
  search: z.string(),
  /** The columns that the view shows; null: those that are shown already. */
  columns: z.array(z.enum(caseListColumns)).nullable(),
  /** Its place among the person's views, from 1. */
  position: z.int(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})
export type CaseListView = z.infer<typeof CaseListView>

const { page: _, after: __, chosen_wi_organization_id: ___, ...ofViews } = patientSearch
const Search = searchSchema(ofViews, 50)

/** Whether a text is a search of the list, each key once: without a page, and without the global filter. */
function isSearch(text: string): boolean {
  const pairs = [...new URLSearchParams(text)]
  return distinct(pairs.map(([key]) => key)) && Search.safeParse(Object.fromEntries(pairs)).success
}

const search = () => optionalLine(viewSearchLimit).refine(isSearch, 'This is not a search of the list.')
const columns = () =>
  z.array(z.enum(caseListColumns)).min(1).max(caseListColumns.length).refine(distinct, 'Each once').nullable()

/** A view to save. */
export const CaseListViewBody = bodyOf(viewFields).extend({
  /** The search of the list as its address holds it, without the question mark, a page and the global filter; empty for the usual list. */
  search: search().default(''),
  /** The columns to show; null keeps those that are shown already. */
  columns: columns().default(null),
})
export type CaseListViewBody = z.infer<typeof CaseListViewBody>

/** An edit of a view: omitted fields stay as they are. */
export const CaseListViewEdit = editOf(viewFields).extend({
  /** The search of the list, as for a new view. */
  search: search().optional(),
  /** The columns to show; null keeps those that are shown already. */
  columns: columns().optional(),
  /** The place among the person's views, from 1. */
  position: z.int().min(1).max(mostViews).optional(),
})
export type CaseListViewEdit = z.infer<typeof CaseListViewEdit>
