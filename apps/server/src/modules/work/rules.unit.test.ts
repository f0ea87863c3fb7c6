import { describe, expect, it } from 'vitest'
import { checkRows, technicianRoles, type PresentRow } from './rules.ts'

const now = new Date('2026-11-20T18:00:00Z')
const me = 5
const early = '2026-11-20T16:00:00.000Z'
const late = '2026-11-20T17:00:00.000Z'
const step = (change: Partial<PresentRow> = {}): PresentRow => ({
  id: 1,
  process: 'Scan',
  position: 3,
  user_id: null,
  started_at: null,
  finished_at: null,
  ...change,
})
type Sent = Parameters<typeof checkRows>[1][number]
const check = (present: PresentRow, sent: Partial<Sent>) =>
  checkRows([present], [{ id: 1, started_at: null, finished_at: null, ...sent }], { userId: me, now })

describe('the times of a step', () => {
  it.each<[string, Partial<Sent>, string[] | undefined]>([
    ['none', {}, undefined],
    ['a start', { started_at: early }, undefined],
    ['a start and a later finish', { started_at: early, finished_at: late }, undefined],
    ['a finish without a start', { finished_at: late }, ['Process 3 - a finish needs a start']],
    ['a finish at the start', { started_at: early, finished_at: early }, ['Process 3 - ST must be before ET']],
    ['a finish before the start', { started_at: late, finished_at: early }, ['Process 3 - ST must be before ET']],
    ['a start a minute ahead, as browsers’ clocks may be', { started_at: '2026-11-20T18:01:00.000Z' }, undefined],
    ['a start later than that', { started_at: '2026-11-20T18:01:00.001Z' }, ['Process 3 - no times in the future']],
    [
      'a finish in the future',
      { started_at: early, finished_at: '2026-11-20T18:02:00Z' },
      ['Process 3 - no times in the future'],
    ],
    [
      'a finish in the future without a start',
      { finished_at: '2026-11-20T18:02:00Z' },
      ['Process 3 - a finish needs a start', 'Process 3 - no times in the future'],
    ],
  ])('%s', (_what, sent, messages) =>
    expect(check(step(), sent).errors).toEqual(messages ? { 'processes.0': messages } : {}),
  )

  it('a step of other work does not belong here; errors name the row that was sent', () => {
    const sent = [
      { id: 1, started_at: null, finished_at: null },
      { id: 99, started_at: early, finished_at: null },
    ]
    expect(checkRows([step()], sent, { userId: me, now })).toEqual({
      errors: { 'processes.1': ['This step does not belong to this work.'] },
      changed: [],
    })
  })
})

describe('what changed', () => {
  const running = step({ started_at: new Date(early), user_id: 8 })
  const done = step({ started_at: new Date(early), finished_at: new Date(late), user_id: 8 })

  it.each<[string, PresentRow, Partial<Sent>]>([
    ['a step that waits', step(), {}],
    ['a running one, its technician unsaid', running, { started_at: early }],
    ['a running one in other writing', running, { started_at: '2026-11-20T09:00:00-07:00', user_id: 8 }],
    ['a finished one', done, { started_at: early, finished_at: late }],
  ])('nothing, when %s comes as it is', (_what, present, sent) => expect(check(present, sent).changed).toEqual([]))

  it.each<[string, PresentRow, Partial<Sent>, object]>([
    [
      'a start takes whoever starts it',
      step(),
      { started_at: early },
      { summary: 'Scan started', started: true, user_id: me, technicianSet: true },
    ],
    [
      'or whom they chose',
      step(),
      { started_at: early, user_id: 8 },
      { summary: 'Scan started', started: true, user_id: 8, technicianSet: true },
    ],
    [
      'or who was set before',
      step({ user_id: 8 }),
      { started_at: early },
      { summary: 'Scan started', started: true, user_id: 8, technicianSet: false },
    ],
    [
      'a technician may be set before the start',
      step(),
      { user_id: 8 },
      { summary: 'Scan handed over', started: false, user_id: 8, technicianSet: true },
    ],
    [
      'and taken away',
      running,
      { started_at: early, user_id: null },
      { summary: 'Scan handed over', started: false, user_id: null, technicianSet: true },
    ],
    [
      'a finish',
      running,
      { started_at: early, finished_at: late },
      { summary: 'Scan finished', started: false, user_id: 8, technicianSet: false, finished_at: late },
    ],
    [
      'start and finish at once',
      step(),
      { started_at: early, finished_at: late },
      { summary: 'Scan finished', started: true, user_id: me, technicianSet: true, started_at: early },
    ],
    [
      'another start',
      running,
      { started_at: late },
      { summary: 'Scan corrected', started: false, user_id: 8, technicianSet: false },
    ],
    [
      'another finish',
      done,
      { started_at: early, finished_at: '2026-11-20T16:30:00Z' },
      { summary: 'Scan corrected', started: false, finished_at: '2026-11-20T16:30:00Z' },
    ],
    ['a start taken back', running, {}, { summary: 'Scan start taken back', started_at: null, user_id: 8 }],
    [
      'a start undone, with whose it was',
      running,
      { user_id: null },
      { summary: 'Scan start taken back', started: false, user_id: null, technicianSet: true },
    ],
    ['a finish undone', done, { started_at: early }, { summary: 'Scan reopened', started: false, finished_at: null }],
  ])('%s', (_what, present, sent, change) => {
    const { errors, changed } = check(present, sent)
    expect(errors).toEqual({})
    expect(changed).toEqual([expect.objectContaining({ id: 1, ...change })])
  })
})

it('work of the lab goes to its staff, a partner’s to the partner', () => {
  const staff = ['super_admin', 'admin', 'tech_support', 'supervisor']
  expect(technicianRoles({ role: 'admin' })).toEqual(staff)
  expect(technicianRoles({ role: 'tech_support' })).toEqual(staff)
  expect(technicianRoles({ role: 'lab_partner' })).toEqual(['lab_partner'])
})
