import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, form, settled, today, wrong } from '../../test/rx-form.ts'
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
  visibleFields,
} from './rules.ts'

describe('names', () => {
  it.each(['Ada', 'Zoë', "O'Brien", 'St. John (Jr.)', 'Anna Maria', '3rd', 'Иван', '李'])('%s is a name', (name) =>
    expect(isName(name)).toBe(true),
  )
  it('two spaces make no word that begins small', () => expect(isName('Anna  Maria')).toBe(true))
  it.each(['ada', 'Anna maria', 'Smith-Jones', 'A_b', 'Ada!', '', '(jr)', 'mcDonald'])('%s is none', (name) =>
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
    expect(productsFor(null)).toEqual([])
    expect(settled({ impression_type: 4, products_list: 1 }).products_list).toBe(0)
    expect(settled({ products_list: 8 | 64 }).products_list).toBe(8)
  })
  it('clean-up hides and clears the return of models and trays', () => {
    const cleanUp = settled({ impression_type: 4, products_list: 16, addon_options: 1 | 4 | 8 })
    expect(addOnsFor(cleanUp)).toEqual([1, 2, 16])
    expect(addOnsFor(settled({ impression_type: 4, products_list: 32 }))).toEqual([1, 2, 16])
    expect(addOnsFor(settled({}))).toEqual([1, 2, 4, 8, 16])
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

describe('what no longer applies loses its value', () => {
  const scan = { impression_type: 4, products_list: 16 } as const
  const file = { file_path: 'x', name: 'a.stl' }
  it('what only a scan has', () => {
    const kept = settled({ ...scan, scanner_type: 7, custom_scanner_type_name: 'Own', stl_files: [file] })
    expect(kept).toMatchObject({ scanner_type: 7, custom_scanner_type_name: 'Own', stl_files: [file] })
    expect(settled({ ...kept, scanner_type: 2 }).custom_scanner_type_name).toBe('')
    expect(settled({ ...kept, impression_type: 1, products_list: 1 })).toMatchObject({
      scan_submission_type: null,
      scanner_type: null,
      custom_scanner_type_name: '',
      stl_files: [],
    })
  })
  it('the reason of a rush, the libraries without an export, the supplies without an order', () => {
    expect(settled({ rush_case_authorized_by: 'Travel' }).rush_case_authorized_by).toBe('')
    const libraries = {
      bracket_libraries: [
        { id: 7, member_ids: [] },
        { id: 8, member_ids: [] },
      ],
    }
    expect(settled({ export_type: 1, bracket_libraries: [7] }, libraries).bracket_libraries).toEqual([7])
    expect(settled({ bracket_libraries: [7] }, libraries).bracket_libraries).toEqual([])
    expect(settled({ export_type: 1, bracket_libraries: [7] }).bracket_libraries).toEqual([])
    const supplies = { boxes: 2, box_size: 'small', impression_baggies: 5 } as const
    expect(settled({ order_more_supplies: true, ...supplies })).toMatchObject(supplies)
    expect(settled(supplies)).toMatchObject({ boxes: null, box_size: null, impression_baggies: null })
  })
  it('what only a print has, and what only an export has', () => {
    const print = {
      print_assignment: 1,
      insert_brackets_assignment: 1,
      root_integration: true,
      shipping_location_id: 1,
      shipping_method: 'express',
    } as const
    expect(settled({ export_type: 1, ...print })).toMatchObject(print)
    expect(settled(print)).toMatchObject({
      print_assignment: null,
      insert_brackets_assignment: null,
      root_integration: false,
      shipping_location_id: null,
      shipping_method: null,
    })
    expect(settled({ products_list: 1 | 64, ...print })).toMatchObject({
      print_assignment: 1,
      insert_brackets_assignment: null,
      root_integration: false,
      shipping_method: 'express',
    })
    expect(settled({ export_type: 2, print_assignment: 2 }).insert_brackets_assignment).toBeNull()
  })
  it('a choice that was made stays where it may, brackets too', () => {
    const partner = { has_partner: true }
    const lab = { export_type: 1, print_assignment: 1 } as const
    expect(settled({ ...lab, insert_brackets_assignment: 3 }, partner).insert_brackets_assignment).toBe(3)
    expect(settled({ ...lab, insert_brackets_assignment: 2 }).insert_brackets_assignment).toBe(2)
    expect(settled(lab).insert_brackets_assignment).toBe(1)
    expect(settled({ ...lab, insert_brackets_assignment: 3 }).insert_brackets_assignment).toBe(1)
  })
})

describe('which fields the form shows', () => {
  const shown = (change: Partial<RxFormValues>, also: Partial<RxFormContext> = {}) =>
    Object.entries(visibleFields(form(change), { ...context, ...also }))
      .filter(([, visible]) => visible)
      .map(([field]) => field)
  const scan = ['scan_submission_type', 'scanner_type']
  it.each<[Partial<RxFormValues>, Partial<RxFormContext>, string[]]>([
    [{}, { rush_case_enabled: false }, []],
    [{}, {}, ['rush_case']],
    [{ submission_completed_by: 2 }, {}, []],
    [{ rush_case: true }, {}, ['rush_case', 'rush_case_authorized_by']],
    [{}, { may_select_doctor: true }, ['user_id', 'rush_case']],
    [{ impression_type: 4, scan_submission_type: 1 }, {}, [...scan, 'stl_files', 'rush_case']],
    [{ impression_type: 4, scan_submission_type: 2 }, {}, [...scan, 'rush_case']],
    [{ impression_type: 4, scanner_type: 7 }, {}, [...scan, 'custom_scanner_type_name', 'rush_case']],
    [{ impression_type: 4, scanner_type: 1 }, {}, [...scan, 'rush_case']],
    [{ impression_type: 1, scanner_type: 7, scan_submission_type: 1 }, {}, ['rush_case']],
    [{ products_list: 64 }, {}, ['arch_mode', 'rush_case', 'print_assignment']],
    [{ products_list: 32 }, {}, ['arch_mode', 'rush_case']],
    [{ export_type: 1 }, {}, ['rush_case', 'print_assignment', 'insert_brackets_assignment', 'root_integration']],
    [{ export_type: 2 }, {}, ['rush_case', 'print_assignment', 'root_integration']],
    [
      { export_type: 2, print_assignment: 1 },
      { bracket_libraries: [{ id: 7, member_ids: [] }] },
      ['rush_case', 'print_assignment', 'root_integration', 'bracket_libraries', 'shipping'],
    ],
    [{ print_assignment: 1 }, { bracket_libraries: [{ id: 7, member_ids: [] }] }, ['rush_case']],
    [{ order_more_supplies: true }, {}, ['rush_case', 'supplies']],
  ])('%j', (change, also, fields) => expect(shown(change, also)).toEqual(fields))

  it('asks for a print only with something to print and somebody who prints', () => {
    expect(asksForPrint(form({ print_assignment: 1 }))).toBe(false)
    expect(asksForPrint(form({ export_type: 1 }))).toBe(false)
    expect(asksForPrint(form({ export_type: 1, print_assignment: 1 }))).toBe(true)
    expect(asksForPrint(form({ products_list: 64, print_assignment: 2 }))).toBe(true)
  })
})

const untouched = emptyRxForm(today)
const typedKeys = <T extends object>(values: T) => Object.keys(values) as (keyof T)[]

it('settling is done once, and leaves no value where a field is not shown: doing it again changes nothing, whatever was chosen', () => {
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
    arch_mode: fc.constantFrom(1, 2, 3, 4),
    root_integration: fc.boolean(),
    bracket_libraries: fc.constantFrom<number[]>([], [7]),
    scanner_type: fc.constantFrom(null, 1, 7),
    custom_scanner_type_name: fc.constantFrom('', 'Ours'),
    rush_case_authorized_by: fc.constantFrom('', 'Dr. B'),
  })
  fc.assert(
    fc.property(any, fc.boolean(), (change, has_partner) => {
      const once = settled(change as Partial<RxFormValues>, { has_partner })
      expect(settle(once, { ...context, has_partner })).toEqual(once)
      const shown = visibleFields(once, { ...context, has_partner })
      if (!shown.shipping) expect(once.shipping_method).toBeNull()
      // Whoever sees no field of a doctor is the doctor.
      const { shipping: _, supplies: __, user_id: ___, ...fields } = shown
      for (const name of typedKeys(fields)) if (!fields[name]) expect(once[name], name).toEqual(untouched[name])
    }),
  )
})
