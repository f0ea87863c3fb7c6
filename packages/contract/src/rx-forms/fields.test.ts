import { expect, it } from 'vitest'
import { rxFormColumns, rxFormEntries, rxFormSections } from './fields.ts'
import { emptyRxForm } from './form.ts'

it('a form begins with what practices usually choose', () => {
  expect(emptyRxForm('2026-11-20')).toMatchObject({
    first_name: '',
    last_name: '',
    case_number_text: '',
    user_id: null,
    location_id: null,
    impression_date: '2026-11-20',
    impression_type: null,
    scan_submission_type: null,
    scanner_type: null,
    custom_scanner_type_name: '',
    stl_files: [],
    rx_intraoral_photos: [],
    products_list: 0,
    export_type: null,
    bracket_libraries: [],
    jaws_id: 3,
    arch_mode: 1,
    addon_options: 0,
    tooth_chart: [],
    root_integration: false,
    submission_completed_by: 1,
    print_assignment: null,
    insert_brackets_assignment: null,
    shipping_location_id: null,
    shipping_method: null,
    bonding_date: null,
    rush_case: false,
    rush_case_authorized_by: '',
    special_instructions: '',
    order_more_supplies: false,
    boxes: null,
    box_size: null,
    impression_baggies: null,
  })
})

it('two forms share no list', () => {
  const [first, second] = [emptyRxForm('2026-11-20'), emptyRxForm('2026-11-20')]
  first.stl_files.push({ file_path: 'x', name: 'upper.stl' })
  expect(second.stl_files).toEqual([])
})

it('the fields stand in the order of the page, part by part', () => {
  const parts = rxFormEntries.map(([, { section }]) => section)
  const order = parts.filter((part, index) => part !== parts[index - 1])
  expect(order).toEqual(rxFormSections.map(({ id }) => id))
})

it('what a patient or a file keeps has no column in the form', () => {
  expect(rxFormColumns).not.toContain('first_name')
  expect(rxFormColumns).not.toContain('stl_files')
  expect(rxFormColumns).toContain('bracket_libraries')
})

it('a choice begins with one of its options, and no two options share an id', () => {
  const choices = rxFormEntries.flatMap(([name, field]) => (field.kind === 'choice' ? [{ name, ...field }] : []))
  expect(choices.length).toBeGreaterThan(10)
  for (const { name, options, usual } of choices) {
    const ids = options.map(({ id }) => id)
    expect(new Set(ids).size, name).toBe(ids.length)
    if (usual !== undefined && usual !== null) expect(ids, name).toContain(usual)
  }
})
