import { dayIn, secondsOfDayIn } from '@archwire/contract/core/dates.ts'
import { describe, expect, it } from 'vitest'
import { addBusinessDays, isBusinessDay, planShipping } from '../modules/calendar/index.ts'
import { planDemo } from './plan-demo.ts'
import { planCases, type CasePlan } from './plan.ts'
import { nextHoliday } from './working-days.ts'

const zone = 'America/Denver'
const productionDays = 5
const planAt = (present: Date) => planCases({ count: 200, present, zone, productionDays })
const shipDayOf = ({ submitted, method, rush, arrival }: CasePlan) =>
  planShipping({ at: submitted, zone, offset: rush ? 0 : productionDays, method }, arrival)

/** Every day of a week, morning, noon and night, and days far from today: the demo starts whenever someone tries it. */
const moments = [
  ...Array.from({ length: 7 }, (_, day) => `2026-11-${23 + day}T18:20:00Z`),
  '2026-11-23T06:00:00Z',
  '2026-11-23T15:05:00Z',
  '2026-11-24T15:40:00Z',
  '2026-11-27T05:00:00Z',
  '2027-01-01T20:00:00Z',
  '2027-03-14T09:30:00Z',
  '2031-07-05T17:00:00Z',
].map((text) => new Date(text))

describe.each(moments.map((present) => [present.toISOString(), present] as const))('begun at %s', (_, present) => {
  const plan = planAt(present)
  const today = dayIn(zone, present)

  it('happens in order, in the lab’s hours, and never later than now', () => {
    for (const item of plan) {
      const again = [item.asked, item.againAt?.(0), item.againAt?.(1)]
      const times = [item.submitted, item.begun, item.ready, ...again, item.decided, item.shipped, item.running]
        .filter((time) => time !== undefined)
        .map((time) => time.getTime())
      expect(times, `case ${item.index}, ${item.stage}`).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)!).toBeLessThanOrEqual(present.getTime())
      if (item.reworkAt)
        expect([item.decided!, item.reworkAt(0), item.reworkAt(1), present].map(Number)).toEqual(
          [item.decided!, item.reworkAt(0), item.reworkAt(1), present].map(Number).toSorted((a, b) => a - b),
        )
      if (item.held) expect(item.held.getTime()).toBeGreaterThan(item.submitted.getTime())
      expect(isBusinessDay(dayIn(zone, item.submitted))).toBe(true)
      expect(secondsOfDayIn(zone, item.submitted)).toBeGreaterThanOrEqual(8 * 3600)
    }
    const came = plan.map(({ submitted }) => submitted.getTime())
    expect(came).toEqual(came.toSorted((a, b) => a - b))
  })
  it('is late with a few cases, by a day or two, and ships the others within days', () => {
    const active = plan.filter(({ stage, prints }) => prints && !['completed', 'held', 'waiting'].includes(stage))
    const ships = active.map((item) => shipDayOf(item))
    expect(ships.filter(({ problem }) => problem !== null)).toEqual([])
    const late = ships.filter(({ ship }) => ship! < today)
    expect(late.length).toBeGreaterThan(0)
    expect(late.length).toBeLessThan(active.length * 0.2)
    for (const { ship } of ships) {
      expect(ship! >= addBusinessDays(today, -2), ship!).toBe(true)
      expect(ship! <= addBusinessDays(today, 8), ship!).toBe(true)
    }
  })
  it('was not right the first time for some patients of each practice', () => {
    const approved = plan.filter(({ stage }) => stage === 'completed')
    const again = approved.filter(({ asked }) => asked !== undefined)
    expect(new Set(again.map(({ practice }) => practice))).toEqual(new Set(['summit', 'harbor', 'juniper']))
    expect(again.length / approved.length).toBeLessThan(0.25)
  })
  it('leaves two cases to the partner that have waited for days: one is late, one ships by the next day', () => {
    const partners = planDemo({ count: 200, present, zone, productionDays }).filter(
      ({ practice, stage }) => practice === 'harbor' && stage === 'new',
    )
    const [late, soon] = partners.map((item) => shipDayOf(item).ship!)
    expect(late! < today).toBe(true)
    expect([soon! >= today, soon! <= addBusinessDays(today, 1)]).toEqual([true, true])
    for (const { submitted } of partners.slice(0, 2))
      expect(dayIn(zone, submitted) <= addBusinessDays(today, -4)).toBe(true)
  })
  it('has every technician at work', () => {
    const running = plan.filter(({ running: at }) => at !== undefined)
    expect(new Set(running.map(({ technician }) => technician))).toEqual(new Set(['tech', 'tech2', 'supervisor']))
  })
})

it('approvals take now longer, now shorter: no straight line', () => {
  const plan = planAt(moments[0]!)
  const medians = [0, 1, 2, 3].map((part) => {
    const hours = plan
      .filter(({ stage }) => stage === 'completed')
      .filter((_, index, all) => Math.floor((index / all.length) * 4) === part)
      .map(({ submitted, decided }) => (decided!.getTime() - submitted.getTime()) / 3_600_000)
      .toSorted((a, b) => a - b)
    return hours[Math.floor(hours.length / 2)]!
  })
  const steps = medians.slice(1).map((median, index) => Math.sign(median - medians[index]!))
  expect(new Set(steps).size, medians.join()).toBe(2)
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2)
})

it('knows the next day on which the lab is closed', () => {
  expect(nextHoliday(zone, new Date('2026-11-20T18:00:00Z'))).toEqual({ day: '2026-11-26', before: '2026-11-25' })
  expect(nextHoliday(zone, new Date('2027-02-20T18:00:00Z'))).toEqual({ day: '2027-05-31', before: '2027-05-28' })
})

it('sends out what came in: the last week is no hill', () => {
  const perWeek = [
    ...Map.groupBy(planAt(moments[0]!), ({ submitted }) =>
      Math.floor((moments[0]!.getTime() - submitted.getTime()) / 604_800_000),
    ),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([, cases]) => cases.length)
  expect(perWeek.length).toBeGreaterThan(8)
  expect(perWeek[0]! / perWeek[2]!, perWeek.join()).toBeLessThan(2.5)
})
it('has something of every stage also where there are only a few cases', () => {
  const plan = planCases({ count: 24, present: moments[0]!, zone, productionDays })
  expect(new Set(plan.map(({ stage }) => stage)).size).toBe(7)
})

it('makes no rush case that a partner is to make: a demo of any size can be submitted', () => {
  const found = [24, 40, 60, 200].flatMap((cases) =>
    planCases({ count: cases, present: moments[0]!, zone, productionDays }).filter(
      ({ practice, stage, rush }) => practice === 'harbor' && stage === 'new' && rush,
    ),
  )
  expect(found).toEqual([])
})
