import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyRxForm, type RxFormContext, type RxFormValues } from './form.ts'
import {
  addOnsFor,
  asksForPrint,
  caseNumberMessage,
  isCaseNumber,
  isName,
  nameMessage,
  productsFor,
  settle,
  ships,
  tidyName,
  validate,
  visibleFields,
} from './rules.ts'

const today = '2026-11-20'
const context: RxFormContext = {
  today,
  has_partner: false,
  rush_case_enabled: true,
  bracket_library_ids: [],
  may_select_doctor: false,
  doctor_ids: [1],
  location_ids: [1],
}
const form = (change: Partial<RxFormValues> = {}): RxFormValues => ({
  ...emptyRxForm(today),
  first_name: 'Ada',
  last_name: 'Byron',
  impression_type: 1,
  products_list: 1,
  location_id: 1,
  ...change,
})
const settled = (change: Partial<RxFormValues>, also: Partial<RxFormContext> = {}) =>
  settle(form(change), { ...context, ...also })
const wrong = (change: Partial<RxFormValues>, also: Partial<RxFormContext> = {}) =>
  validate(settled(change, also), { ...context, ...also })

describe('names', () => {
  it.each(['Ada', 'Zoë', "O'Brien", 'St. John (Jr.)', 'Anna Maria', '3rd', 'Иван', '李'])('%s is a name', (name) =>
    expect(isName(name)).toBe(true),
  )
  it.each(['ada', 'Anna maria', 'Smith-Jones', 'A_b', 'Ada!', '', '(jr)'])('%s is none', (name) =>
    expect(isName(name)).toBe(false),
  )
  it('the field capitalises and straightens', () => {
    expect(tidyName('anna maria o’brien')).toBe("Anna Maria O'brien")
    expect(tidyName('(jr.) élodie')).toBe('(Jr.) Élodie')
  })
  it('what the field makes of letters and spaces is a name', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-zé]{1,8}( [a-zé]{1,8}){0,3}$/), (typed) => isName(tidyName(typed))))
  })
  it('case numbers take digits, hyphens and any case', () => {
    expect(isCaseNumber("ab-12 (x) [y] 'z'.")).toBe(true)
    expect(isCaseNumber('12/3')).toBe(false)
    expect(wrong({ case_number_text: '12/3' }).case_number_text).toEqual([caseNumberMessage])
    expect(wrong({ first_name: 'ada' }).first_name).toEqual([nameMessage])
  })
})

describe('what applies', () => {
  it('products follow the impression', () => {
    expect(productsFor(1)).toEqual([1, 2, 4, 8, 64])
    expect(productsFor(4)).toEqual([16, 32, 8, 64])
    expect(settled({ impression_type: 4, products_list: 1 }).products_list).toBe(0)
    expect(settled({ products_list: 8 | 64 }).products_list).toBe(8)
  })
  it('clean-up hides and clears the return of models and trays', () => {
    const cleanUp = settled({ impression_type: 4, products_list: 16, addon_options: 1 | 4 | 8 })
    expect(addOnsFor(cleanUp)).toEqual([1, 2, 16])
    expect(cleanUp.addon_options).toBe(1)
  })
  it('only a scan shows how it comes, and gets defaults', () => {
    expect(settled({})).toMatchObject({ scan_submission_type: null, scanner_type: null })
    expect(settled({ impression_type: 4, products_list: 16 })).toMatchObject({
      scan_submission_type: 1,
      scanner_type: 1,
    })
    expect(
      settled({ impression_type: 4, scan_submission_type: 2, stl_files: [{ file_path: 'x', name: 'a.stl' }] })
        .stl_files,
    ).toEqual([])
  })
  it('arch mode shows with printing or Clean-up and Base, else stays 1', () => {
    expect(settled({ arch_mode: 3 }).arch_mode).toBe(1)
    expect(settled({ arch_mode: 3, products_list: 1 | 64 }).arch_mode).toBe(3)
    expect(visibleFields(settled({ impression_type: 4, products_list: 32 }), context).arch_mode).toBe(true)
  })
  it('in-office forces the related choices', () => {
    const partner = { has_partner: true }
    expect(
      settled(
        { export_type: 1, submission_completed_by: 2, print_assignment: 3, insert_brackets_assignment: 3 },
        partner,
      ),
    ).toMatchObject({ print_assignment: 1, insert_brackets_assignment: 1 })
    expect(settled({ export_type: 1, print_assignment: 2, insert_brackets_assignment: 1 })).toMatchObject({
      insert_brackets_assignment: 2,
      shipping_method: null,
    })
    expect(settled({ export_type: 1, submission_completed_by: 3, print_assignment: 3 }, partner)).toMatchObject({
      submission_completed_by: 3,
      print_assignment: 3,
    })
    expect(settled({ submission_completed_by: 3 }).submission_completed_by).toBe(1)
  })
  it('only what is printed by others ships; shipping goes to the location by default', () => {
    expect(settled({})).toMatchObject({ shipping_location_id: null, shipping_method: null, print_assignment: null })
    expect(settled({ export_type: 2 })).toMatchObject({
      shipping_location_id: 1,
      shipping_method: 'standard',
      insert_brackets_assignment: null,
    })
    expect(ships(settled({ export_type: 2, print_assignment: 2 }))).toBe(false)
    expect(asksForPrint(settled({ export_type: 2, print_assignment: 2 }))).toBe(true)
    expect(asksForPrint(settled({}))).toBe(false)
  })
  it('rush is for the lab’s own cases of practices that may ask', () => {
    expect(settled({ rush_case: true, rush_case_authorized_by: 'Travel' })).toMatchObject({
      rush_case: true,
      rush_case_authorized_by: 'Travel',
    })
    expect(settled({ rush_case: true, submission_completed_by: 2 }).rush_case).toBe(false)
    expect(settled({ rush_case: true }, { rush_case_enabled: false }).rush_case).toBe(false)
  })
})

describe('what is wrong', () => {
  it('nothing, with a name, an impression and a product', () => expect(wrong({})).toEqual({}))
  it.each<[Partial<RxFormValues>, Partial<RxFormContext>, keyof RxFormValues, string]>([
    [{ first_name: ' ' }, {}, 'first_name', 'Required'],
    [{ impression_type: null }, {}, 'impression_type', 'Required'],
    [{ products_list: 0 }, {}, 'products_list', 'Choose a product or an export type'],
    [{ products_list: 3 }, {}, 'products_list', 'Choose one product'],
    [{ impression_type: 4, products_list: 16 }, {}, 'stl_files', 'Choose at least one STL file'],
    [
      { impression_type: 4, products_list: 16, scan_submission_type: 2, scanner_type: 7 },
      {},
      'custom_scanner_type_name',
      'Required',
    ],
    [{ impression_date: '2026-11-21' }, {}, 'impression_date', 'The date lies in the future'],
    [{ impression_date: '2025-11-19' }, {}, 'impression_date', 'The date is over one year ago'],
    [{ rush_case: true }, {}, 'rush_case_authorized_by', 'Required'],
    [{ order_more_supplies: true, boxes: 2 }, {}, 'box_size', 'Required'],
    [{ order_more_supplies: true, box_size: 'small' }, {}, 'boxes', 'Required'],
    [{ export_type: 1 }, { bracket_library_ids: [7] }, 'bracket_libraries', 'Choose at least one bracket library'],
    [{}, { may_select_doctor: true }, 'user_id', 'Required'],
    [{ bonding_date: '2027-05-21' }, {}, 'bonding_date', 'Invalid date'],
  ])('%j', (change, also, field, message) => expect(wrong(change, also)[field]).toEqual([message]))
  it('an export type alone is enough, and in-office needs no bracket library', () => {
    expect(wrong({ products_list: 0, export_type: 2 })).toEqual({})
    expect(wrong({ export_type: 1, submission_completed_by: 2 }, { bracket_library_ids: [7] })).toEqual({})
  })
})

it('settling is done once: doing it again changes nothing, whatever was chosen', () => {
  const any = fc.record({
    impression_type: fc.constantFrom(null, 1, 2, 4),
    products_list: fc.integer({ min: 0, max: 127 }),
    addon_options: fc.integer({ min: 0, max: 31 }),
    export_type: fc.constantFrom(null, 1, 2, 3),
    print_assignment: fc.constantFrom(null, 1, 2, 3),
    insert_brackets_assignment: fc.constantFrom(null, 1, 2, 3),
    submission_completed_by: fc.constantFrom(1, 2, 3),
    rush_case: fc.boolean(),
    scan_submission_type: fc.constantFrom(null, 1, 2),
    order_more_supplies: fc.boolean(),
  })
  fc.assert(
    fc.property(any, fc.boolean(), (change, has_partner) => {
      const once = settled(change as Partial<RxFormValues>, { has_partner })
      expect(settle(once, { ...context, has_partner })).toEqual(once)
      const shown = visibleFields(once, { ...context, has_partner })
      if (!shown.stl_files) expect(once.stl_files).toEqual([])
      if (!shown.shipping) expect(once.shipping_method).toBeNull()
    }),
  )
})
