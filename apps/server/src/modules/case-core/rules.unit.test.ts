import { caseActions } from '@archwire/contract/patients/schema.ts'
import type { PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { describe, expect, it } from 'vitest'
import { caseFacts, cellsOf, everybody } from '../../../test/facts.ts'
import type { CaseFacts } from './facts.ts'
import type { may } from './policy.ts'
import { afterApproval, blocked, decideCase, modificationRules } from './rules.ts'

type Action = keyof typeof may
const labels: Record<PatientStatus, string> = {
  new: 'New',
  in_progress: 'In Progress',
  awaiting_approval: 'Awaiting Approval',
  approved: 'Approved',
  completed: 'Completed',
}
const whileIn = (status: PatientStatus) => `This is not possible while the case is ${labels[status]}.`
const archived = 'This case is archived.'
const held = 'This case is on hold.'
const canceled = 'The Rx form of this case is canceled.'

/** What a case allows in which state (docs/product/cases.md), by hand. `?`: not settled whether a New case takes a setup. */
const table = `
                       new in_progress awaiting_approval approved completed
  approve              -   -           yes               -        -
  request_changes      -   -           yes               -        -
  mark_as_ready        -   yes         -                 -        -
  complete             -   yes         -                 -        -
  request_print        -   -           -                 yes      yes
  add_setup            ?   yes         -                 -        -
  hold                 yes yes         yes               yes      yes
  add_files            yes yes         yes               yes      yes
  add_ios              yes yes         yes               yes      yes
  add_report           yes yes         yes               yes      yes
  write_doctor_notes   yes yes         yes               yes      yes
  write_management_notes yes yes       yes               yes      yes
  write_internal_notes yes yes         yes               yes      yes
  read_internal_notes  yes yes         yes               yes      yes`
const refusals: Partial<Record<Action, string>> = {
  request_print: 'A print can be asked for once the setup is approved.',
  add_setup: 'The setup can be changed only while the case is worked on.',
}

describe('what a case allows', () => {
  const cells = cellsOf<Action, PatientStatus>(table).filter(([, , cell]) => cell !== '?')
  it.each(cells)('%s while %s: %s', (action, status, cell) =>
    expect(blocked[action](caseFacts({ status }))).toBe(cell === 'yes' ? null : (refusals[action] ?? whileIn(status))),
  )

  it.each<[Partial<CaseFacts>, Action, string | null]>([
    [{ has_setup: false }, 'mark_as_ready', 'Upload the setup before you notify the doctor.'],
    [{ has_setup: false, status: 'new' }, 'mark_as_ready', whileIn('new')],
    [{ is_on_hold: true }, 'hold', 'This case is on hold already.'],
    [{ is_on_hold: true }, 'unhold', null],
    [{}, 'unhold', 'This case is not on hold.'],
    [
      { status: 'completed', organization_suspended: true },
      'request_print',
      'The subscription of this organization is suspended.',
    ],
    [{ status: 'in_progress', organization_suspended: true }, 'complete', null],
    [
      { status: 'approved', printable: false },
      'request_print',
      'Add the IOS file or the setup first: the print is made of it.',
    ],
    [{ rx_status: 'new' }, 'work_steps', null],
    [{ rx_status: 'in_progress' }, 'work_steps', null],
    [{ rx_status: 'pending' }, 'work_steps', null],
    [{ rx_status: 'completed' }, 'work_steps', 'The Rx form is completed.'],
    [{ rx_status: 'canceled' }, 'work_steps', 'The Rx form is canceled.'],
    [{ rx_status: null }, 'work_steps', null],
  ])('%j: %s', (facts, action, reason) => expect(blocked[action](caseFacts(facts))).toBe(reason))
})

describe('what is archived, on hold or canceled', () => {
  /** In the order in which the reasons are given. */
  const rest: Action[] = [
    'approve',
    'request_changes',
    'mark_as_ready',
    'complete',
    'work_steps',
    'request_print',
    'add_setup',
  ]
  it.each(rest)('%s waits', (action) => {
    // Completed, so that no state precedes the expected refusal.
    const reason = (facts: Partial<CaseFacts>) => blocked[action](caseFacts({ status: 'completed', ...facts }))
    expect(reason({ archived: true, is_on_hold: true, cancelled: true })).toBe(archived)
    expect(reason({ is_on_hold: true, cancelled: true })).toBe(held)
    expect(reason({ cancelled: true })).toBe(canceled)
  })

  const always: Action[] = ['add_files', 'add_ios', 'add_report', 'write_doctor_notes', 'write_management_notes']
  it.each([...always, 'write_internal_notes'] as Action[])('%s goes on until the case is archived', (action) => {
    expect(blocked[action](caseFacts({ archived: true }))).toBe(archived)
    expect(blocked[action](caseFacts({ is_on_hold: true, cancelled: true }))).toBeNull()
  })

  it.each(['hold', 'unhold'] as const)('%s of an archived case is refused as archived', (action) => {
    for (const is_on_hold of [true, false])
      expect(blocked[action](caseFacts({ archived: true, is_on_hold }))).toBe(archived)
  })

  it('internal notes are read even then', () => {
    const evenThen: Action[] = ['read_internal_notes']
    for (const action of evenThen) expect(blocked[action](caseFacts({ archived: true }))).toBeNull()
  })
})

it('a case says of every action whether this person can do it now: who and when', () => {
  const { can, why_not } = decideCase(everybody.admin, caseFacts({ status: 'in_progress' }))
  expect(can).toEqual({
    approve: false,
    request_changes: false,
    mark_as_ready: true,
    complete: true,
    hold: true,
    unhold: false,
    work_steps: true,
    request_print: false,
    add_files: true,
    add_ios: true,
    add_report: true,
    add_setup: true,
    write_doctor_notes: true,
    write_management_notes: true,
    read_internal_notes: true,
    write_internal_notes: true,
  })
  // The lab never approves: that does not depend on the state.
  expect(why_not).toEqual({
    unhold: 'This case is not on hold.',
    request_print: 'A print can be asked for once the setup is approved.',
  })
  const { can: waiting, ...held } = decideCase(everybody.member, caseFacts({ status: 'awaiting_approval' }))
  expect(held.why_not).toEqual({
    unhold: 'This case is not on hold.',
    request_print: 'A print can be asked for once the setup is approved.',
  })
  expect(caseActions.filter((name) => waiting[name])).toEqual([
    'approve',
    'request_changes',
    'hold',
    'add_files',
    'write_doctor_notes',
  ])
})

it.each<[Partial<CaseFacts>, 'approved' | 'completed']>([
  [{ export_type: 1, print_assignment: 1 }, 'approved'],
  [{ products_list: 1 | 64, print_assignment: 2 }, 'approved'],
  [{ export_type: 1, print_assignment: null }, 'completed'],
  [{ products_list: 1, print_assignment: 1 }, 'completed'],
])('an approved case with %j is %s', (facts, status) => expect(afterApproval(caseFacts(facts))).toBe(status))

describe('parts of the Rx form that may still be changed', () => {
  const later = ['delivery', 'boxes', 'notes', 'special_instructions']
  it.each<[PatientStatus, string[]]>([
    ['new', ['names', 'doctor', 'impression', 'products', ...later]],
    ['in_progress', later],
    ['awaiting_approval', later],
    ['approved', ['special_instructions', 'boxes']],
    ['completed', []],
  ])('of a case that is %s', (status, parts) => {
    expect(modificationRules(caseFacts({ status }))).toEqual(parts)
    for (const gone of [{ cancelled: true }, { archived: true }])
      expect(modificationRules(caseFacts({ status, ...gone }))).toEqual([])
  })
})
