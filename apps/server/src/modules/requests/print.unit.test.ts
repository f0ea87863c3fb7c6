import { expect, it } from 'vitest'
import { itemsOf } from './print.ts'

const form = {
  products_list: 1,
  export_type: null,
  jaws_id: 3,
  print_assignment: 1,
  insert_brackets_assignment: null,
} as const

it('one item per jaw and content type; brackets where the printer inserts them', () => {
  expect(itemsOf(form, [1, 2])).toEqual([])
  expect(itemsOf({ ...form, export_type: 1, insert_brackets_assignment: 1 }, [])).toEqual([
    { jaw_type_id: 1, content_type_id: 1, insert_brackets: true },
    { jaw_type_id: 2, content_type_id: 1, insert_brackets: true },
  ])
  expect(
    itemsOf({ ...form, export_type: 1, insert_brackets_assignment: 2, jaws_id: 2, products_list: 1 | 64 }, [3]),
  ).toEqual([
    { jaw_type_id: 2, content_type_id: 1, insert_brackets: false },
    { jaw_type_id: 2, content_type_id: 5, insert_brackets: false },
  ])
})

it('only arches of the setup are printed', () => {
  expect(itemsOf({ ...form, export_type: 1 }, [1]).map(({ jaw_type_id }) => jaw_type_id)).toEqual([1])
})
