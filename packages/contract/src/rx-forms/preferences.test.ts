import { describe, expect, it } from 'vitest'
import { context, form, settled, wrong } from '../../test/rx-form.ts'
import type { RxFormContext, RxFormValues } from './form.ts'
import {
  assignmentsFor,
  firstChoices,
  librariesFor,
  librariesWith,
  usualAssignment,
  type Allowed,
} from './preferences.ts'

const allowed = (change: Partial<Allowed> = {}): Allowed => ({
  submission_completed_by: [1, 2, 3],
  print_assignment: [1, 2, 3],
  insert_brackets_assignment: [1, 2, 3],
  ...change,
})
const partner = { has_partner: true }

describe('who is offered for a part of the work', () => {
  it.each<[string, keyof Allowed, Partial<RxFormValues>, Partial<RxFormContext>, number[]]>([
    ['everybody where nothing is said', 'print_assignment', {}, partner, [1, 2, 3]],
    ['no partner where there is none', 'print_assignment', {}, {}, [1, 2]],
    ['no partner beside a setup of the office', 'print_assignment', { submission_completed_by: 2 }, partner, [1, 2]],
    [
      'the partner for a setup, whoever makes it now',
      'submission_completed_by',
      { submission_completed_by: 2 },
      partner,
      [1, 2, 3],
    ],
    ['the office after a print of the office', 'insert_brackets_assignment', { print_assignment: 2 }, partner, [2]],
    [
      'whom the practice has chosen',
      'print_assignment',
      {},
      { ...partner, allowed: allowed({ print_assignment: [3, 2] }) },
      [3, 2],
    ],
    [
      'of them no partner that is gone',
      'print_assignment',
      {},
      { allowed: allowed({ print_assignment: [3, 2] }) },
      [2],
    ],
    ['the lab where nobody is left', 'print_assignment', {}, { allowed: allowed({ print_assignment: [3] }) }, [1]],
    [
      'the office after its print, whomever the practice has chosen',
      'insert_brackets_assignment',
      { print_assignment: 2 },
      { allowed: allowed({ insert_brackets_assignment: [1] }) },
      [2],
    ],
  ])('%s', (_, work, change, also, offered) =>
    expect(assignmentsFor(work, form(change), { ...context, ...also })).toEqual(offered),
  )

  it('the usual one begins, the first that is offered where it is not', () => {
    const usual = { ...firstChoices, print_assignment: 3 } as const
    const begins = (also: Partial<RxFormContext>) =>
      usualAssignment('print_assignment', form(), { ...context, ...also })
    expect(begins({})).toBe(1)
    expect(begins({ ...partner, usual })).toBe(3)
    expect(begins({ usual })).toBe(1)
    expect(begins({ usual, allowed: allowed({ print_assignment: [3, 2] }) })).toBe(2)
  })
})

describe('a form of a practice with preferences', () => {
  const usual = {
    ...firstChoices,
    scan_submission_type: 2,
    scanner_type: 7,
    custom_scanner_type_name: 'Heron',
    print_assignment: 2,
    insert_brackets_assignment: 1,
    shipping_location_id: 5,
    shipping_method: 'express',
  } as const
  it('what newly applies begins with what is usual', () => {
    expect(settled({ impression_type: 4 }, { usual })).toMatchObject({
      scan_submission_type: 2,
      scanner_type: 7,
      custom_scanner_type_name: 'Heron',
    })
    expect(settled({ export_type: 1 }, { usual })).toMatchObject({ print_assignment: 2, insert_brackets_assignment: 2 })
    expect(settled({ export_type: 1, print_assignment: 1 }, { usual })).toMatchObject({
      insert_brackets_assignment: 1,
      shipping_location_id: 5,
      shipping_method: 'express',
    })
  })
  it('what is chosen stays', () => {
    const chosen = { scanner_type: 2, scan_submission_type: 1 } as const
    expect(settled({ impression_type: 4, ...chosen }, { usual })).toMatchObject({
      ...chosen,
      custom_scanner_type_name: '',
    })
    const ships = { print_assignment: 1, shipping_location_id: 1, shipping_method: 'urgent' } as const
    expect(settled({ export_type: 1, ...ships }, { usual })).toMatchObject(ships)
  })
  it('nobody else does the work', () => {
    const lab = { allowed: allowed({ submission_completed_by: [1], print_assignment: [1] }) }
    expect(wrong({ submission_completed_by: 2 }, lab)).toEqual({
      submission_completed_by: ['The practice does not use this choice'],
    })
    expect(wrong({ export_type: 2, print_assignment: 2 }, lab)).toEqual({
      print_assignment: ['The practice does not use this choice'],
    })
    expect(wrong({ export_type: 2, print_assignment: 1 }, lab)).toEqual({})
    expect(wrong({ print_assignment: 2 }, lab)).toEqual({})
  })
})

describe('bracket libraries', () => {
  const libraries = {
    ...context,
    bracket_libraries: [
      { id: 1, member_ids: [] },
      { id: 2, member_ids: [7] },
      { id: 3, member_ids: [8, 9] },
    ],
  }
  it.each([
    [null, [1]],
    [7, [1, 2]],
    [9, [1, 3]],
    [4, [1]],
  ])('of a case of doctor %s: %s', (user_id, ids) => expect(librariesFor({ user_id }, libraries)).toEqual(ids))
  it('those that a form names already stay for it, whosever they are', () => {
    const present = { ...libraries, bracket_libraries: librariesWith(libraries.bracket_libraries, [3, 6]) }
    expect(librariesFor({ user_id: 4 }, present)).toEqual([1, 3, 6])
  })
})
