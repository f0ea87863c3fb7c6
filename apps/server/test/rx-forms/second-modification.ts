import { complete, problems, type Form, type Known } from './second-rules.ts'

/**
 * What of a submitted form may be changed by whom, a second time, typed from what was agreed with practices and lab; no
 * line of the contract is imported.
 */

/** Someone, by what they may do. */
export interface Who {
  /** Submits cases of this practice; a partner only if the case is one that it submitted. */
  submits: boolean
  choosesDoctor: boolean
  /** Says who makes a setup. */
  assigns: boolean
  managesForms: boolean
}
export interface State {
  status: 'new' | 'in_progress' | 'awaiting_approval' | 'approved' | 'completed'
  canceled?: boolean
  archived?: boolean
}

const supplies = ['order_more_supplies', 'boxes', 'box_size', 'impression_baggies']
const delivery = ['shipping_location_id', 'shipping_method', 'bonding_date']
const names = ['first_name', 'last_name']
const impression = [
  'impression_date',
  'impression_type',
  'scan_submission_type',
  'scanner_type',
  'custom_scanner_type_name',
]
const everything = [
  ...names,
  'case_number_text',
  'user_id',
  'location_id',
  ...impression,
  'products_list',
  'export_type',
  'bracket_libraries',
  'jaws_id',
  'arch_mode',
  'addon_options',
  'tooth_chart',
  'root_integration',
  'submission_completed_by',
  'print_assignment',
  'insert_brackets_assignment',
  ...delivery,
  'rush_case',
  'rush_case_authorized_by',
  'special_instructions',
  ...supplies,
]

/** Fields that this person may change in this state. */
export function openFields({ status, canceled, archived }: State, who: Who): string[] {
  if (canceled || archived) return []
  const byStatus: Record<State['status'], string[]> = {
    new: everything,
    // All but names, doctor, impression, products; who makes the setup was decided while New.
    in_progress: everything.filter(
      (field) => ![...names, 'user_id', ...impression, 'products_list', 'submission_completed_by'].includes(field),
    ),
    awaiting_approval: [...delivery, ...supplies, 'special_instructions'],
    approved: [...supplies, 'special_instructions'],
    completed: [],
  }
  const open = new Set(who.submits ? byStatus[status] : [])
  if (who.managesForms) for (const field of delivery) open.add(field)
  if (!who.choosesDoctor) open.delete('user_id')
  if (!who.assigns) open.delete('submission_completed_by')
  return everything.filter((field) => open.has(field))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const differing = (before: Form, after: Form): string[] =>
  everything.filter((field) => !same(before[field], after[field]))

export interface Outcome {
  /** Fields that were sent with another value and may not be changed. */
  closed: string[]
  /** Fields that the rest of the form takes back at once. */
  undone: string[]
  /** Fields that the change makes wrong. */
  wrong: string[]
  kept: Form
}

/** What becomes of a change of a form that was right before; its case has no scans. */
export function changeOf(before: Form, sent: Form, open: string[], known: Known): Outcome {
  const after = { ...before, ...sent }
  const completed = complete(after, known)
  const kept: Form = Object.fromEntries(
    Object.keys(before).map((field) => [field, open.includes(field) ? completed[field] : before[field]]),
  )
  const changed = differing(before, kept)
  const { stl_files, ...found } = problems(kept, known)
  const wrong = new Set(Object.keys(found).filter((field) => open.includes(field)))
  // Nothing is made any more, and the products are closed: the bonding was needed.
  if (found.products_list && changed.includes('export_type')) wrong.add('export_type')
  if (found.products_list && !open.includes('products_list')) wrong.delete('products_list')
  // Scans are added on the page of the case, before a form says that they are uploaded.
  if (stl_files && (changed.includes('impression_type') || changed.includes('scan_submission_type')))
    wrong.add('scan_submission_type')
  const asked = differing(before, after)
  return {
    closed: asked.filter((field) => !open.includes(field)),
    undone: asked.filter((field) => !changed.includes(field)),
    wrong: [...wrong],
    kept,
  }
}
