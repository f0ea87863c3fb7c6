import { describe, expect, it } from 'vitest'
import { context, form, today, wrong } from '../../test/rx-form.ts'
import type { RxFormContext, RxFormValues } from './form.ts'
import { validate } from './rules.ts'

describe('what is wrong', () => {
  it('nothing, with a name, an impression and a product', () => expect(wrong({})).toEqual({}))
  it.each<[Partial<RxFormValues>, Partial<RxFormContext>, keyof RxFormValues, string]>([
    [{ first_name: ' ' }, {}, 'first_name', 'Required'],
    [{ impression_type: null }, {}, 'impression_type', 'Required'],
    [{ products_list: 0 }, {}, 'products_list', 'Choose a product or an export type'],
    [{ products_list: 64 }, {}, 'products_list', 'Choose a product or an export type'],
    [{ products_list: 3 }, {}, 'products_list', 'Choose one product'],
    [{ impression_type: 4, products_list: 16 }, {}, 'stl_files', 'Choose at least one STL file'],
    [
      { impression_type: 4, products_list: 16, scan_submission_type: 2, scanner_type: 7 },
      {},
      'custom_scanner_type_name',
      'Required',
    ],
    [{ impression_date: '2026-11-21' }, {}, 'impression_date', 'The date is in the future'],
    [{ impression_date: '2025-11-19' }, {}, 'impression_date', 'The date is over one year ago'],
    [{ rush_case: true }, {}, 'rush_case_authorized_by', 'Required'],
    [{ order_more_supplies: true, boxes: 2 }, {}, 'box_size', 'Required'],
    [{ order_more_supplies: true, box_size: 'small' }, {}, 'boxes', 'Required'],
    [
      { export_type: 1 },
      { bracket_libraries: [{ id: 7, member_ids: [] }] },
      'bracket_libraries',
      'Choose at least one bracket library',
    ],
    [{}, { may_select_doctor: true }, 'user_id', 'Required'],
    [{ bonding_date: '2027-05-21' }, {}, 'bonding_date', 'Invalid date'],
    [{ bonding_date: '2026-11-19' }, {}, 'bonding_date', 'Invalid date'],
    [{ last_name: 'B'.repeat(101) }, {}, 'last_name', 'Up to 100 characters'],
    [{ location_id: null }, {}, 'location_id', 'Required'],
    [{ impression_date: null }, {}, 'impression_date', 'Required'],
    [{ rush_case: true, rush_case_authorized_by: ' ' }, {}, 'rush_case_authorized_by', 'Required'],
    [
      { first_name: 'ada' },
      {},
      'first_name',
      'Name may only contain letters (first letter uppercase), spaces, points, brackets, and apostrophes.',
    ],
    [
      { case_number_text: '#1' },
      {},
      'case_number_text',
      'Case number may only contain letters, spaces, points, brackets, and apostrophes.',
    ],
    [
      {
        impression_type: 4,
        products_list: 16,
        scan_submission_type: 2,
        scanner_type: 7,
        custom_scanner_type_name: ' ',
      },
      {},
      'custom_scanner_type_name',
      'Required',
    ],
  ])('%j', (change, also, field, message) => expect(wrong(change, also)[field]).toEqual([message]))
  it('not even at the edges of what may be', () => {
    const scan = { impression_type: 4, products_list: 16, scan_submission_type: 2 } as const
    const libraries = { bracket_libraries: [{ id: 7, member_ids: [] }] }
    for (const [change, also] of [
      [{ products_list: 1 | 64 }],
      [{ last_name: 'B'.repeat(100) }],
      [{ bonding_date: today }],
      [{ bonding_date: '2027-05-20' }],
      [{ impression_date: today }],
      [{ impression_date: '2025-11-20' }],
      [{ location_id: null }, { location_ids: [] }],
      [{ user_id: 1 }, { may_select_doctor: true }],
      [{ rush_case: true, rush_case_authorized_by: 'Travel' }],
      [{ order_more_supplies: true, boxes: 2, box_size: 'small' }],
      [{ export_type: 1, bracket_libraries: [7] }, libraries],
      [{ ...scan, scan_submission_type: 1, stl_files: [{ file_path: 'x', name: 'a.stl' }] }],
      [{ ...scan, scanner_type: 7, custom_scanner_type_name: 'Own' }],
      [scan],
    ] as [Partial<RxFormValues>, Partial<RxFormContext>?][])
      expect(wrong(change, also), JSON.stringify(change)).toEqual({})
  })
  it('what settling would mend is refused where it was not settled', () => {
    const raw = (change: Partial<RxFormValues>) => validate(form(change), context)
    expect(raw({ impression_type: 4, products_list: 16, scanner_type: 1 })).toEqual({
      scan_submission_type: ['Required'],
    })
    expect(raw({ export_type: 2, print_assignment: 1, shipping_method: null })).toEqual({
      shipping_method: ['Required'],
    })
  })
  it('an export type alone is enough, and in-office needs no bracket library', () => {
    expect(wrong({ products_list: 0, export_type: 2 })).toEqual({})
    expect(
      wrong({ export_type: 1, submission_completed_by: 2 }, { bracket_libraries: [{ id: 7, member_ids: [] }] }),
    ).toEqual({})
  })
})
