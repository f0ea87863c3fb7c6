import { caseActions } from '@archwire/contract/patients/schema.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { describe, expect, it } from 'vitest'
import { caseFacts, cellsOf, everybody } from '../../../test/facts.ts'
import type { CaseFacts } from './facts.ts'
import type { may } from './policy.ts'
import { afterApproval, blocked, decideCase, modificationRules } from './rules.ts'

type Action = keyof typeof may
const whileIn = (status: PatientStatus) => `This is not possible while the case is ${patientStatuses[status].label}.`
const archived = 'This case is archived.'
const held = 'This case is on hold.'
const canceled = 'The Rx form of this case is canceled.'

/** Why the lab cannot do it now; of most actions the state alone says so. */
const reasonOf = (action: Action, facts: CaseFacts, actor = everybody.admin) => blocked[action](facts, actor)

/** What a case allows in which state (docs/product/cases.md), by hand. `?`: not settled whether a New case takes a setup. */
const table = `
                       new in_progress awaiting_approval approved completed
  approve              -   -           yes               -        -
  request_changes      -   -           yes               -        -
  mark_as_ready        -   yes         -                 -        -
  complete             -   yes         -                 -        -
  assign               yes -           -                 -        -
  request_print        -   -           -                 yes      yes
  add_setup            ?   yes         -                 -        -
  delete_photos        yes yes         yes               yes      yes
  delete_scans         yes yes         yes               yes      yes
  delete_ios           yes yes         yes               yes      yes
  delete_reports       yes yes         yes               yes      yes
  delete_corrections   yes yes         yes               yes      yes
  delete_setup         ?   yes         -                 -        -
  modify               yes yes         yes               yes      -
  modify_shipping      yes yes         yes               yes      yes
  cancel               yes -           -                 -        -
  cancel_started       yes yes         yes               yes      -
  hold                 yes yes         yes               yes      yes
  add_files            yes yes         yes               yes      yes
  add_ios              yes yes         yes               yes      yes
  add_report           yes yes         yes               yes      yes
  write_doctor_notes   yes yes         yes               yes      yes
  write_management_notes yes yes       yes               yes      yes
  write_internal_notes yes yes         yes               yes      yes
  read_internal_notes  yes yes         yes               yes      yes
  edit_names           yes yes         yes               yes      yes
  edit_case_number     yes yes         yes               yes      yes
  edit_suffix          yes yes         yes               yes      yes
  archive              yes yes         yes               yes      yes
  restore              -   -           -                 -        -
  remove               -   -           -                 -        -`
const refusals: Partial<Record<Action, string>> = {
  request_print: 'A print can be requested once the setup is approved.',
  add_setup: 'The setup can be changed only while the case is being worked on.',
  delete_setup: 'The setup can be changed only while the case is being worked on.',
  modify: 'The Rx form of a completed case cannot be changed.',
  cancel: 'Work on this case has started. Please ask the lab to cancel it.',
  assign: 'Work on this setup has started.',
  cancel_started: 'A completed case cannot be canceled.',
  restore: 'This case is not archived.',
  remove: 'Archive the case first.',
}

const suspended = 'The subscription of this organization is suspended.'
const unpaid = 'This organization is blocked, because an invoice is not paid.'
describe('what a case allows', () => {
  const cells = cellsOf<Action, PatientStatus>(table).filter(([, , cell]) => cell !== '?')
  it.each(cells)('%s while %s: %s', (action, status, cell) =>
    expect(reasonOf(action, caseFacts({ status }))).toBe(cell === 'yes' ? null : (refusals[action] ?? whileIn(status))),
  )

  it.each<[Partial<CaseFacts>, Action, string | null]>([
    [{ has_setup: false }, 'mark_as_ready', 'Upload the setup before you notify the doctor.'],
    [{ has_setup: false, status: 'new' }, 'mark_as_ready', whileIn('new')],
    [{ is_on_hold: true }, 'hold', 'This case is already on hold.'],
    [{ is_on_hold: true }, 'unhold', null],
    [{ is_on_hold: true, status: 'completed' }, 'unhold', null],
    [{ is_on_hold: true, status: 'completed' }, 'request_print', held],
    [{}, 'unhold', 'This case is not on hold.'],
    [{ status: 'completed', organization_suspended: true }, 'request_print', suspended],
    [{ status: 'completed', organization_blocked: true }, 'request_print', unpaid],
    [{ status: 'in_progress', organization_suspended: true, organization_blocked: true }, 'complete', null],
    [
      { status: 'approved', printable: false },
      'request_print',
      'Add the IOS file or the setup first. The print is made from it.',
    ],
    [{ has_ios: true }, 'delete_photos', null],
    [{ prints_ios: true }, 'delete_ios', 'An open print uses this IOS file. Complete or cancel the print first.'],
    [{ status: 'new', rx_status: 'completed' }, 'assign', 'The Rx form is completed.'],
    [{ rx_status: 'new' }, 'work_steps', null],
    [{ rx_status: 'in_progress' }, 'work_steps', null],
    [{ rx_status: 'pending' }, 'work_steps', null],
    [{ rx_status: 'completed' }, 'work_steps', 'The Rx form is completed.'],
    [{ rx_status: 'canceled' }, 'work_steps', 'The Rx form is canceled.'],
    [{ rx_status: null }, 'work_steps', null],
  ])('%j: %s', (facts, action, reason) => expect(reasonOf(action, caseFacts(facts))).toBe(reason))
})

describe('a tray correction', () => {
  const ready: Partial<CaseFacts> = { status: 'approved', has_ios: true, ios_files: 1, open_requests: 1 }
  const duplicates = 'There is more than one active request. Cancel one first to continue.'
  const early = 'A correction can be requested while the case is approved.'
  /** By hand, from `corrections/ask`; where several reasons hold, the first one is given. */
  it.each<[Partial<CaseFacts>, string | null]>([
    [{}, null],
    [{ status: 'new' }, early],
    [{ status: 'in_progress' }, early],
    [{ status: 'awaiting_approval', ios_files: 0 }, early],
    [{ status: 'completed', open_requests: 0 }, early],
    [{ ios_files: 0, has_stl: false }, 'Add the IOS file first.'],
    [{ ios_files: 2 }, 'Multiple IOS files have been found.'],
    [{ has_stl: false, tray_waits: true }, 'Add the STL file first.'],
    [{ tray_waits: true, open_requests: 2 }, 'A tray correction is already pending.'],
    [{ open_requests: 0 }, 'The case has no open request.'],
    [{ open_requests: 2, organization_archived: true }, duplicates],
    [{ organization_archived: true, organization_suspended: true }, 'This organization is archived.'],
    [{ organization_suspended: true }, suspended],
    [{ organization_blocked: true }, unpaid],
    [{ is_on_hold: true, ios_files: 0 }, held],
    [{ cancelled: true, ios_files: 0 }, canceled],
    [{ archived: true, ios_files: 0 }, archived],
  ])('with %j is refused: %s', (facts, reason) =>
    expect(reasonOf('request_correction', caseFacts({ ...ready, ...facts }))).toBe(reason),
  )

  it.each<[Partial<CaseFacts>, string | null]>([
    [{}, null],
    [{ tray_waits: false }, 'No flawed tray is waiting for a corrected file.'],
    [{ open_requests: 2 }, duplicates],
    [{ organization_suspended: true, organization_archived: true }, null],
  ])('takes a corrected file, with %j: %s', (facts, reason) =>
    expect(reasonOf('add_correction', caseFacts({ ...ready, tray_waits: true, ...facts }))).toBe(reason),
  )
})

describe('what is archived, on hold or canceled', () => {
  /** In the order in which the reasons are given. */
  const rest: Action[] = [
    'approve',
    'request_changes',
    'mark_as_ready',
    'complete',
    'assign',
    'work_steps',
    'request_print',
    'request_correction',
    'add_correction',
    'add_setup',
    'delete_setup',
  ]
  it.each(rest)('%s waits', (action) => {
    // Completed, so that no state precedes the expected refusal.
    const reason = (facts: Partial<CaseFacts>) => reasonOf(action, caseFacts({ status: 'completed', ...facts }))
    expect(reason({ archived: true, is_on_hold: true, cancelled: true })).toBe(archived)
    expect(reason({ is_on_hold: true, cancelled: true })).toBe(held)
    expect(reason({ cancelled: true })).toBe(canceled)
  })

  it.each(['add_files', 'add_ios', 'add_report'] as const)(
    '%s goes on while the case is held, not once it is canceled or archived',
    (action) => {
      expect(reasonOf(action, caseFacts({ is_on_hold: true }))).toBeNull()
      expect(reasonOf(action, caseFacts({ is_on_hold: true, cancelled: true }))).toBe(canceled)
      expect(reasonOf(action, caseFacts({ archived: true, cancelled: true }))).toBe(archived)
    },
  )

  const always: Action[] = [
    'delete_photos',
    'delete_scans',
    'delete_ios',
    'delete_reports',
    'delete_corrections',
    'write_doctor_notes',
    'write_management_notes',
    'edit_names',
    'edit_case_number',
    'edit_suffix',
    'archive',
  ]
  it.each([...always, 'write_internal_notes'] as Action[])('%s goes on until the case is archived', (action) => {
    expect(reasonOf(action, caseFacts({ archived: true }))).toBe(archived)
    expect(reasonOf(action, caseFacts({ is_on_hold: true, cancelled: true }))).toBeNull()
  })

  it.each(['hold', 'unhold'] as const)('%s of an archived case is refused as archived', (action) => {
    for (const is_on_hold of [true, false])
      expect(reasonOf(action, caseFacts({ archived: true, is_on_hold }))).toBe(archived)
  })

  it.each(['restore', 'remove'] as const)(
    '%s is what an archived case is left with, held and canceled, too',
    (action) => {
      expect(reasonOf(action, caseFacts({ archived: true, is_on_hold: true, cancelled: true }))).toBeNull()
    },
  )

  it('internal notes are read even then', () => {
    const evenThen: Action[] = ['read_internal_notes']
    for (const action of evenThen) expect(reasonOf(action, caseFacts({ archived: true }))).toBeNull()
  })
})

it('a practice deletes scans while there is no IOS file, the lab and its partners always (scans/who-deletes)', () => {
  const reason = 'The case has an IOS file, so only the lab can delete its scans.'
  for (const who of [everybody.owner, everybody.manager, everybody.member]) {
    expect(reasonOf('delete_scans', caseFacts(), who)).toBeNull()
    expect(reasonOf('delete_scans', caseFacts({ has_ios: true }), who)).toBe(reason)
    expect(reasonOf('delete_scans', caseFacts({ has_ios: true, archived: true }), who)).toBe(archived)
  }
  for (const who of [everybody.tech_support, everybody.partner])
    expect(reasonOf('delete_scans', caseFacts({ has_ios: true }), who)).toBeNull()
  const { can, why_not } = decideCase(everybody.owner, caseFacts({ has_ios: true }))
  expect([can.delete_scans, why_not.delete_scans, can.delete_photos]).toEqual([false, reason, true])
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
    assign: false,
    work_steps: true,
    request_print: false,
    request_correction: false,
    add_correction: false,
    add_files: true,
    add_ios: true,
    add_report: true,
    add_setup: true,
    delete_photos: true,
    delete_scans: true,
    delete_ios: true,
    delete_reports: true,
    delete_setup: true,
    delete_corrections: true,
    write_doctor_notes: true,
    write_management_notes: true,
    read_internal_notes: true,
    write_internal_notes: true,
    modify: true,
    modify_shipping: true,
    cancel: false,
    cancel_started: true,
    edit_names: true,
    edit_case_number: true,
    edit_suffix: true,
    archive: true,
    restore: false,
    remove: false,
  })
  expect(why_not).toEqual({
    unhold: 'This case is not on hold.',
    assign: 'Work on this setup has started.',
    request_print: 'A print can be requested once the setup is approved.',
    add_correction: 'No flawed tray is waiting for a corrected file.',
    restore: 'This case is not archived.',
    remove: 'Archive the case first.',
  })
  const { can: waiting, ...held } = decideCase(everybody.member, caseFacts({ status: 'awaiting_approval' }))
  expect(held.why_not).toEqual({
    cancel: 'Work on this case has started. Please ask the lab to cancel it.',
    unhold: 'This case is not on hold.',
    request_print: 'A print can be requested once the setup is approved.',
  })
  expect(caseActions.filter((name) => waiting[name])).toEqual([
    'approve',
    'request_changes',
    'hold',
    'add_files',
    'delete_photos',
    'delete_scans',
    'write_doctor_notes',
    'modify',
    'edit_case_number',
  ])
})

it.each<[Partial<CaseFacts>, 'approved' | 'completed']>([
  [{ export_type: 1, print_assignment: 1 }, 'approved'],
  [{ products_list: 1 | 64, print_assignment: 2 }, 'approved'],
  [{ export_type: 1, print_assignment: null }, 'completed'],
  [{ products_list: 1, print_assignment: 1 }, 'completed'],
])('an approved case with %j is %s', (facts, status) => expect(afterApproval(caseFacts(facts))).toBe(status))

describe('parts of the Rx form that may still be changed', () => {
  const atWork = [
    'case_number',
    'location',
    'options',
    'teeth',
    'print',
    'delivery',
    'rush',
    'special_instructions',
    'boxes',
  ]
  const { owner, member, admin, partner } = everybody
  it.each<[PatientStatus, string[]]>([
    [
      'new',
      [
        'names',
        'case_number',
        'doctor',
        'location',
        'impression',
        'products',
        'options',
        'teeth',
        'setup',
        ...atWork.slice(4),
      ],
    ],
    ['in_progress', atWork],
    ['awaiting_approval', ['delivery', 'special_instructions', 'boxes']],
    ['approved', ['special_instructions', 'boxes']],
    ['completed', []],
  ])('of a case that is %s', (status, parts) => {
    expect(modificationRules(owner, caseFacts({ status }))).toEqual(parts)
    // Shipping data the lab corrects always.
    expect(modificationRules(admin, caseFacts({ status })).filter((part) => part !== 'delivery')).toEqual(
      parts.filter((part) => part !== 'delivery'),
    )
    expect(modificationRules(admin, caseFacts({ status }))).toContain('delivery')
    for (const gone of [{ cancelled: true }, { archived: true }])
      for (const actor of [owner, admin]) expect(modificationRules(actor, caseFacts({ status, ...gone }))).toEqual([])
  })

  it('a member is no one else’s doctor; a partner changes what it submitted, and makes it itself', () => {
    const fresh = caseFacts({ status: 'new' })
    expect(modificationRules(member, fresh)).not.toContain('doctor')
    expect(modificationRules(partner, fresh)).toEqual([])
    const own = modificationRules(partner, { ...fresh, created_by_user_id: partner.userId })
    expect(own).toContain('names')
    expect(own).not.toContain('setup')
  })
})
