import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import {
  approveBy,
  isBusinessDay,
  isValidBusinessDate,
  nextBusinessDate,
  shipDate,
  shippingMethodIds,
} from '../../src/modules/calendar/rules.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { bySql, holidays, zone, type Answer, type Asked } from './second-calendar.ts'

/** The calendar against a second one, in SQL alone (second-calendar.ts). */
let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** Days on and around which clocks are turned, years end, and the lab is closed; half of all cases start there. */
const edges = [
  '2026-03-08',
  '2026-11-01',
  '2027-03-14',
  '2027-11-07',
  '2025-12-31',
  '2026-12-31',
  '2027-12-31',
  '2028-02-29',
  '2028-11-10',
  ...holidays.filter((day) => day > '2025-06' && day < '2029-12'),
]

function* casesFrom(seed: number, count: number): Generator<Asked> {
  const random = chanceOf(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)]!
  const dayMs = 86_400_000
  for (let index = 0; index < count; index += 1) {
    const edge = Date.parse(`${pick(edges)}T00:00:00Z`) + (whole(5) - 2) * dayMs
    const day = random() < 0.5 ? edge : Date.parse('2025-06-01T00:00:00Z') + whole(365 * 4) * dayMs
    // Often within a second of noon, closing time or midnight, in summer or winter time.
    const near = pick([18, 19, 22, 23, 6, 7]) * 3600_000 + (whole(3) - 1) * 1000
    const instant = day + (random() < 0.5 ? near : whole(86_400) * 1000)
    const minutes = pick([0, -420, -360, 60, 345, 840, -720])
    const local = new Date(instant + minutes * 60_000).toISOString().slice(0, 19)
    const size = Math.abs(minutes)
    const two = (number: number) => String(number).padStart(2, '0')
    yield {
      at: `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`,
      method: pick([null, ...shippingMethodIds]),
      offset: pick([0, 0, 1, 5, whole(30)]),
      picked: new Date(instant + whole(220) * dayMs).toISOString().slice(0, 10),
      print_days: whole(5),
    }
  }
}

function byRules({ at, method, offset, picked, print_days: printDays }: Asked): Answer {
  const request = { at: new Date(at), zone, offset, method: method ?? undefined }
  const next = nextBusinessDate(request)
  const ship = method === null ? next : shipDate(next, method)
  return {
    next,
    ship,
    valid: isValidBusinessDate(picked, request),
    approve_by: approveBy({ ship, arrival: next }, { zone, printDays }).toISOString(),
  }
}

const count = process.env.LONG === '1' ? 20_000 : 2000

it(`both say the same of ${count} moments`, async () => {
  const cases = [...casesFrom(20_261_124, count)]
  const answers: Answer[] = []
  for (let from = 0; from < count; from += 500)
    answers.push(...(await bySql(test.connection.db as never, cases.slice(from, from + 500))))
  expect(answers).toHaveLength(count)
  const differing = cases.flatMap((asking, index) => {
    const ours = byRules(asking)
    return JSON.stringify(ours) === JSON.stringify(answers[index]) ? [] : [{ ...asking, ours, theirs: answers[index] }]
  })
  expect(differing.slice(0, 5)).toEqual([])
  // They are not all of one kind.
  expect(answers.filter(({ valid }) => valid).length).toBeGreaterThan(count / 10)
  expect(answers.filter(({ valid }) => !valid).length).toBeGreaterThan(count / 10)
})

it('the days on which the lab is closed are those of the list', () => {
  for (const day of holidays) expect([day, isBusinessDay(day)]).toEqual([day, false])
})
