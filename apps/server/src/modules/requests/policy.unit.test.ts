import { requestActions } from '@archwire/contract/requests/schema.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { describe, expect, it } from 'vitest'
import { caseFacts, cellsOf, everybody, holdingOnly, requestFacts, type Person } from '../../../test/facts.ts'
import type { CaseFacts } from '../case-core/facts.ts'
import type { RequestFacts } from './facts.ts'
import { decideRequest, mayRequest, requestBlocked } from './policy.ts'

type Action = keyof typeof mayRequest
const work = { L: assignment.ownLab, O: assignment.inOffice, T: assignment.thirdParty } as const
const printedBy = (letter: string) =>
  requestFacts({ assignment: work[letter as keyof typeof work], flawed_workflow_id: 8 })

/**
 * Who may do what with a request, by who prints: L the lab, O the practice in its office, T the third party; `-` never.
 * By hand, as docs/product/requests.md defines it.
 */
const table = `
                      super_admin admin supervisor tech_support partner owner manager member assistant outsider
  complete            LOT         LOT   LOT        LOT          T       O     -       O      -         -
  cancel              LOT         LOT   LOT        LOT          -       LOT   LOT     LOT    -         -
  mark_patient_label  LOT         LOT   LOT        LOT          T       -     -       -      -         -
  mark_shipping_label LOT         LOT   LOT        LOT          T       -     -       -      -         -
  edit_shipping       LT          LT    LT         LT           -       LT    LT      -      -         -
  assign              LOT         LOT   LOT        -            -       -     -       -      -         -
  edit_items          LOT         LOT   LOT        -            -       LOT   LOT     -      -         -
  delete_items        LOT         LOT   LOT        -            -       LOT   LOT     -      -         -
  work_steps          L           L     L          L            T       -     -       -      -         -
  flawed_work_steps   LOT         LOT   LOT        LOT          -       -     -       -      -         -`
const cells = cellsOf<Action, Person>(table)

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(mayRequest)))

const allowed = (action: Action, who: Person, facts: CaseFacts): string =>
  Object.keys(work)
    .filter((letter) => mayRequest[action](everybody[who], facts, printedBy(letter)))
    .join('') || '-'

// Another's request with a doctor's right to complete is out of reach before any policy (404): the outsider stays unasked.
const asked = cells.filter(([action, who]) => !(action === 'complete' && who === 'outsider'))
it.each(asked)('%s by %s: %s', (action, who, cell) => expect(allowed(action, who, caseFacts())).toBe(cell))

it.each(asked)('%s by %s, of a disabled practice: it reads only, the lab goes on', (action, who, cell) => {
  const management = ['super_admin', 'admin', 'supervisor', 'tech_support', 'partner'].includes(who)
  expect(allowed(action, who, caseFacts({ organization_disabled: true }))).toBe(management ? cell : '-')
})

/** The permissions that grant something (`people/roles`): each alone is enough. */
const enough: [Action, Person, letter: string, Permission[]][] = [
  ['complete', 'admin', 'L', ['customer-requests.manage', 'customer-requests.complete']],
  ['complete', 'partner', 'T', ['customer-requests.complete-assigned']],
  ['complete', 'owner', 'O', ['customer-requests.complete-assigned']],
  ['cancel', 'admin', 'L', ['customer-requests.manage', 'customer-requests.cancel']],
  ['cancel', 'owner', 'L', ['organization.customer-requests.cancel']],
  ['mark_patient_label', 'admin', 'L', ['customer-requests.manage', 'customer-requests.update-management-data']],
  ['mark_shipping_label', 'admin', 'L', ['customer-requests.manage', 'customer-requests.update-management-data']],
  ['mark_patient_label', 'partner', 'T', ['customer-requests.manage', 'rx-forms.update-management-data']],
  ['mark_shipping_label', 'partner', 'T', ['customer-requests.manage', 'rx-forms.update-management-data']],
  ['edit_shipping', 'admin', 'L', ['printing-requests.manage', 'printing-requests.update-shipping-information']],
  ['edit_shipping', 'owner', 'L', ['organization.printing-requests.update-shipping-information']],
  ['assign', 'admin', 'L', ['printing-requests.manage', 'printing-requests.assign']],
  ['assign', 'owner', 'L', ['organization.printing-requests.assign']],
  ['edit_items', 'admin', 'L', ['printing-request-items.manage', 'printing-request-items.update']],
  [
    'edit_items',
    'owner',
    'L',
    ['organization.printing-request-items.manage', 'organization.printing-request-items.update'],
  ],
  ['delete_items', 'admin', 'L', ['printing-request-items.manage', 'printing-request-items.delete']],
  [
    'delete_items',
    'owner',
    'L',
    ['organization.printing-request-items.manage', 'organization.printing-request-items.delete'],
  ],
  ['work_steps', 'admin', 'L', ['customer-requests.manage', 'customer-requests.update-management-data']],
  ['work_steps', 'partner', 'T', ['rx-forms.update-management-data']],
  ['flawed_work_steps', 'admin', 'O', ['customer-requests.manage', 'customer-requests.update-management-data']],
]
it.each(enough)('%s by %s (%s): each of %j is enough, nothing is not', (action, who, letter, permissions) => {
  const ask = (...names: Permission[]) =>
    mayRequest[action](holdingOnly(everybody[who], ...names), caseFacts(), printedBy(letter))
  for (const name of permissions) expect(ask(name), name).toBe(true)
  expect(ask()).toBe(false)
})

it('a partner cancels nothing, whatever it holds; no one works a print that has no work table', () => {
  const partner = holdingOnly(everybody.partner, 'customer-requests.cancel')
  expect(mayRequest.cancel(partner, caseFacts(), printedBy('T'))).toBe(false)
  for (const [who, letter] of [
    ['admin', 'L'],
    ['partner', 'T'],
  ] as const)
    expect(mayRequest.work_steps(everybody[who], caseFacts(), { ...printedBy(letter), workflow_id: null }), who).toBe(
      false,
    )
})

it('the steps of a correction belong to the maker of the setup, not of the print (corrections/work)', () => {
  const ofPartner = caseFacts({ submission_completed_by: 3 })
  const steps = (who: Person, facts: CaseFacts, flawed_workflow_id: number | null = 8) =>
    mayRequest.flawed_work_steps(everybody[who], facts, { ...printedBy('T'), flawed_workflow_id })
  expect([steps('partner', ofPartner), steps('admin', ofPartner)]).toEqual([true, false])
  expect([steps('partner', caseFacts()), steps('admin', caseFacts())]).toEqual([false, true])
  expect(mayRequest.flawed_work_steps(holdingOnly(everybody.partner), ofPartner, printedBy('T'))).toBe(false)
  for (const facts of [ofPartner, caseFacts()])
    for (const who of ['partner', 'admin'] as const) expect(steps(who, facts, null)).toBe(false)
})

describe('why not now', () => {
  const { admin, owner } = everybody
  const why = (action: Action, facts: Partial<CaseFacts>, request: Partial<RequestFacts>, who = admin) =>
    requestBlocked[action](caseFacts(facts), requestFacts(request), who)
  const all = Object.keys(mayRequest) as Action[]
  const duplicate = 'There is more than one active request. Cancel one first to continue.'

  it.each(all)('%s of an open request', (action) => {
    expect(why(action, {}, {})).toBeNull()
    expect(why(action, { archived: true }, { status: 'completed' })).toBe('This case is archived.')
    expect(why(action, { is_on_hold: true }, { status: 'completed' })).toBe('This request is completed.')
    expect(why(action, {}, { status: 'canceled', open_requests: 2 })).toBe('This request is canceled.')
  })

  it.each(all.filter((action) => action !== 'cancel'))('%s waits on hold and for the last of duplicates', (action) => {
    expect(why(action, { is_on_hold: true }, { open_requests: 2 })).toBe('This case is on hold.')
    expect(why(action, {}, { open_requests: 2 })).toBe(duplicate)
  })

  it('a duplicate and a request on hold can be canceled', () => {
    expect(why('cancel', { is_on_hold: true }, { open_requests: 2 })).toBeNull()
  })

  it('a practice cancels and changes the shipping until the first step starts, the lab later too', () => {
    const started = { work_started: true }
    expect(why('cancel', {}, started, owner)).toBe('Work on this request has started; please ask the lab to cancel it.')
    const changes = ['edit_shipping', 'edit_items', 'delete_items'] as const
    for (const action of changes)
      expect(why(action, {}, started, owner)).toBe('Work on this request has started; please ask the lab to change it.')
    for (const action of ['cancel', ...changes] as const) {
      expect(why(action, {}, started, admin)).toBeNull()
      expect(why(action, {}, {}, owner)).toBeNull()
    }
  })

  it('a practice cancels no request whose correction has started; the lab may (requests/cancel)', () => {
    const correcting = { trays: 1, trays_waiting: 1, flawed_work_started: true }
    expect(why('cancel', {}, correcting, owner)).toBe(
      'Work on this request has started; please ask the lab to cancel it.',
    )
    expect(why('cancel', {}, correcting, admin)).toBeNull()
    expect(why('edit_items', {}, correcting, owner)).toBeNull()
  })

  it('no one changes who makes a print that has started', () => {
    expect(why('assign', {}, {}, admin)).toBeNull()
    expect(why('assign', {}, { work_started: true }, admin)).toBe('Work on this print has started.')
    expect(why('assign', {}, { print_status: 'in_progress' }, admin)).toBe('Work on this print has started.')
  })

  it('a request is completed once all its flawed trays are corrected', () => {
    expect(why('complete', {}, { trays: 2, trays_waiting: 0, flawed_status: 'completed' })).toBeNull()
    expect(why('complete', {}, { trays: 2, trays_waiting: 1, flawed_status: 'new' })).toBe(
      'A flawed tray is waiting for its correction. Correct all flawed trays first.',
    )
    expect(why('cancel', {}, { trays: 2, trays_waiting: 2, flawed_status: 'new' })).toBeNull()
  })

  it('a print that replaces a flawed tray changes hands with the tray alone', () => {
    expect(why('assign', {}, { prints_trays: true })).toBe(
      'This print replaces a flawed tray. Change who prints the tray instead.',
    )
  })

  it('answers rights and reasons together', () => {
    expect(decideRequest(owner, caseFacts(), requestFacts()).can).toEqual({
      complete: false,
      cancel: true,
      mark_patient_label: false,
      mark_shipping_label: false,
      edit_shipping: true,
      assign: false,
      edit_items: true,
      delete_items: true,
      work_steps: false,
      flawed_work_steps: false,
    })
    const held = decideRequest(admin, caseFacts({ is_on_hold: true }), requestFacts({ flawed_workflow_id: 8 }))
    expect(requestActions.filter((name) => held.can[name])).toEqual(['cancel'])
    const others = requestActions.filter((name) => name !== 'cancel')
    expect(held.why_not).toEqual(Object.fromEntries(others.map((name) => [name, 'This case is on hold.'])))
  })
})
