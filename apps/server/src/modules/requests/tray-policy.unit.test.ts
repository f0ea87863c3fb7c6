import { flawedTrayActions, type FlawedTrayAction } from '@archwire/contract/requests/flawed-tray.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { expect, it } from 'vitest'
import { caseFacts, cellsOf, everybody, holdingOnly, requestFacts, type Person } from '../../../test/facts.ts'
import { Conflict, Forbidden } from '../../kernel/errors.ts'
import type { CaseFacts } from '../case-core/index.ts'
import type { RequestFacts } from './facts.ts'
import { decideTray, permitTray, type TrayFacts } from './tray-policy.ts'

const waiting: TrayFacts = { status: 'awaiting_fix', print: 2 }
const corrected: TrayFacts = { status: 'corrected', print: 2 }
const withTrays = (change: Partial<RequestFacts> = {}) =>
  requestFacts({ trays: 2, trays_waiting: 2, flawed_status: 'new', flawed_workflow_id: 8, ...change })

/** Who changes a flawed tray that they see (docs/product/corrections.md), by hand. */
const table = `
                   super_admin admin supervisor tech_support partner owner manager member assistant outsider
  correct          yes         yes   yes        -            -       -     -       -      -         -
  remove_corrected yes         yes   yes        -            -       -     -       -      -         -
  edit             yes         yes   yes        -            -       -     -       -      -         -
  remove           yes         yes   yes        -            -       -     -       -      -         -`
it.each(cellsOf<FlawedTrayAction, Person>(table))('%s by %s: %s', (action, who, cell) => {
  const tray = action === 'remove_corrected' ? corrected : waiting
  expect(decideTray(everybody[who], caseFacts(), withTrays(), tray).can[action] ? 'yes' : '-').toBe(cell)
})

/** Each permission alone is enough for what is named beside it, and for nothing else. */
it.each<[Permission, FlawedTrayAction[]]>([
  ['flawed-trays.correct', ['correct']],
  ['flawed-trays.update', ['edit', 'remove']],
  ['flawed-trays.manage', ['correct', 'edit', 'remove']],
])('%s allows %j', (permission, actions) => {
  const { can } = decideTray(holdingOnly(everybody.tech_support, permission), caseFacts(), withTrays(), waiting)
  expect(flawedTrayActions.filter((action) => can[action])).toEqual(actions)
})

it('people of a disabled practice change nothing', () => {
  const owner = holdingOnly(everybody.owner, 'flawed-trays.manage')
  const facts = caseFacts({ organization_disabled: true })
  expect(Object.values(decideTray(owner, facts, withTrays(), waiting).can)).not.toContain(true)
})

const duplicates = 'There is more than one active request. Cancel one first to continue.'
/** By hand; where several reasons hold, the first one is given. */
it.each<[FlawedTrayAction, Partial<CaseFacts>, Partial<RequestFacts>, TrayFacts, string | null]>([
  ['correct', {}, {}, waiting, null],
  ['correct', {}, {}, corrected, 'This tray is corrected.'],
  ['correct', { is_on_hold: true }, { open_requests: 2 }, corrected, 'This case is on hold.'],
  ['correct', {}, { open_requests: 2 }, waiting, duplicates],
  ['correct', {}, { status: 'canceled' }, waiting, 'This request is canceled.'],
  ['correct', {}, { work_started: true }, { status: 'awaiting_fix', print: 1 }, null],
  ['remove_corrected', {}, {}, corrected, null],
  ['remove_corrected', {}, {}, waiting, 'This tray has no corrected file.'],
  ['remove_corrected', {}, { status: 'completed' }, corrected, 'This request is completed.'],
  [
    'remove_corrected',
    {},
    { work_started: true },
    { status: 'corrected', print: 1 },
    'Work on this print has started.',
  ],
  ['remove_corrected', {}, { work_started: true }, corrected, null],
  ['edit', {}, {}, corrected, null],
  ['edit', { archived: true }, { status: 'completed' }, waiting, 'This case is archived.'],
  ['remove', {}, {}, waiting, null],
  ['remove', {}, {}, corrected, null],
  ['remove', {}, { print_status: 'in_progress' }, { status: 'corrected', print: 3 }, 'Work on this print has started.'],
  ['remove', {}, { flawed_work_started: true }, waiting, null],
  [
    'remove',
    {},
    { flawed_work_started: true, trays: 1 },
    waiting,
    'Work on this correction has started. Correct the tray, or cancel the request.',
  ],
])('%s with %j, %j of %j: %s', (action, facts, request, tray, reason) => {
  const ask = (who: Person) => () => permitTray(everybody[who], caseFacts(facts), withTrays(request), tray, action)
  const decided = decideTray(everybody.admin, caseFacts(facts), withTrays(request), tray)
  expect([decided.can[action], decided.why_not[action] ?? null]).toEqual([reason === null, reason])
  if (reason === null) ask('admin')()
  else expect(ask('admin')).toThrow(new Conflict(reason))
  expect(ask('owner')).toThrow(Forbidden)
})
