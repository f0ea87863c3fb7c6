import { contentType } from '@archwire/contract/requests/lifecycle.ts'
import { madeArches } from '@archwire/contract/rx-forms/arches.ts'
import { has, product } from '@archwire/contract/rx-forms/options.ts'

/** What is printed of an approved case (`requests/items`). Pure. */
export interface Prescription {
  products_list: number
  export_type: 1 | 2 | 3 | null
  jaws_id: number
  print_assignment: number | null
  insert_brackets_assignment: number | null
}

export interface PrintItem {
  jaw_type_id: 1 | 2
  content_type_id: number
  insert_brackets: boolean
}

/**
 * One item per arch that is made of the setup and content type: the export type, and the study model of 3D Printing
 * Options. Brackets are inserted by the party that prints, if the form states that it is the same.
 * @param setup the jaws of the setup's files; none: the print is made without one
 */
export function itemsOf(form: Prescription, setup: readonly (number | null)[]): PrintItem[] {
  const contents = [
    ...(form.export_type ? [form.export_type as number] : []),
    ...(has(form.products_list, product.printing) ? [contentType.studyModel] : []),
  ]
  return madeArches(form.jaws_id, setup).flatMap((jaw_type_id) =>
    contents.map((content_type_id) => ({
      jaw_type_id,
      content_type_id,
      insert_brackets:
        content_type_id === contentType.trays && form.insert_brackets_assignment === form.print_assignment,
    })),
  )
}
