import { rxFormEntries } from '@archwire/contract/rx-forms/fields.ts'
import type { PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { complete, problems, type Form, type Known } from './second-rules.ts'

/**
 * What of a submitted form may be changed by whom, a second time, typed from what was agreed with practices and lab. Of the
 * contract it takes only which fields there are, and the part that each is changed with.
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
  status: PatientStatus
  canceled?: boolean
  archived?: boolean
}

/** Which fields are changed together is in their rows; which of these parts are open when is typed apart here. */
const fieldsOf = (...parts: string[]): string[] =>
  rxFormEntries.flatMap(([name, { tracked }]) => (tracked && parts.includes(tracked) ? [name] : []))
const everything: string[] = rxFormEntries.flatMap(([name, { tracked }]) => (tracked ? [name] : []))
const delivery = fieldsOf('delivery')

/** Fields that this person may change in this state. */
export function openFields({ status, canceled, archived }: State, who: Who): string[] {
  if (canceled || archived) return []
  const byStatus: Record<State['status'], string[]> = {
    new: everything,
    // All but names, doctor, impression, products; who makes the setup was decided while New.
    in_progress: everything.filter(
      (field) => !fieldsOf('names', 'doctor', 'impression', 'products', 'setup').includes(field),
    ),
    awaiting_approval: fieldsOf('delivery', 'boxes', 'special_instructions'),
    approved: fieldsOf('boxes', 'special_instructions'),
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
  if (found.products_list && !open.includes('products_list') && changed.includes('export_type'))
    wrong.add('export_type')
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
