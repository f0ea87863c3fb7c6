import type { Day } from '@archwire/contract/core/dates.ts'
import { addBusinessDays, planShipping, transitDays, type ShippingMethodId } from '../modules/calendar/index.ts'
import type { CorrectionPlan } from './corrections.ts'
import { workingDays } from './working-days.ts'

/**
 * How far demo cases have come, in percent: of a few so that each stage has one, of many as in a lab that sends out every
 * week what came in.
 */
const shares = {
  few: { new: 10, working: 17, changes: 5, waiting: 10, approved: 10, completed: 43, held: 5 },
  many: { new: 4, working: 7, changes: 2, waiting: 6, approved: 4, completed: 75, held: 2 },
}
export type Stage = keyof (typeof shares)['many']
export const fromManyOn = 100

/** What happens to a demo case, and when. Times that its stage does not reach are absent. */
export interface CasePlan {
  index: number
  stage: Stage
  practice: string
  doctor: string
  technician: string
  submitted: Date
  begun?: Date
  /** The setup is uploaded, and the doctor is notified. */
  ready?: Date
  /** The doctor approves, or asks for changes. */
  decided?: Date
  held?: Date
  shipped?: Date
  /** Someone works on it now: the step that was started then is not finished. */
  running?: Date
  /** The share of its setup's steps that are done; and of its print's, where one is being made. */
  done: number
  printed?: number
  /** The lab's hours in which they are done: from 0, its start, to 1, its end so far. */
  workAt?: (share: number) => Date
  printAt?: (share: number) => Date
  /** The lab's hours since the doctor asked for changes. */
  reworkAt?: (share: number) => Date
  /** Before it was approved, the doctor asked for changes; and the lab's hours until it was ready again. */
  asked?: Date
  againAt?: (share: number) => Date
  prints: boolean
  rush: boolean
  method: ShippingMethodId
  /** The arrival that the practice asks for; null where the earliest is fine. */
  arrival: Day | null
  /** Its scans are fine ones, as people open it first: a setup that waits for its doctor, a case that someone works on. */
  front: boolean
  /** Its trays do not fit (corrections.ts). */
  correction?: CorrectionPlan
}

type Moment = 'begun' | 'worked' | 'ready' | 'decided' | 'held' | 'shipped'

interface Asked {
  count: number
  present: Date
  zone: string
  productionDays: number
}

/** A repeatable source of numbers in [0, 1): demo data is the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function stageOf(index: number, count: number): Stage {
  const position = (((index * 37) % count) / count) * 100
  let sum = 0
  for (const [stage, share] of Object.entries(shares[count < fromManyOn ? 'few' : 'many']))
    if ((sum += share) > position) return stage as Stage
  return 'completed'
}

/** Of a hundred open cases with a print this many are late, by a day. */
const latePerHundred = 9
/** Which of the setups that are being made has lain for days; none in a small demo. */
const stuckWork = 6
/** Of so many approved setups one was not right the first time, where its doctor took long enough. */
const perSecondRound = 6
const longEnough = 0.6
/** What the partner's new cases have lain, in working days: its own page of what waits is not empty. The others are fresh. */
const partnersLie = [6, 4.6]
const people = ['tech', 'tech', 'tech2', 'tech2', 'supervisor'] as const

/**
 * A healthy lab on a working day, seen from `present`: cases in the order in which they came in, the last of them today;
 * what is open ships within days, a few are late by one.
 */
export function planCases({ count, present, zone, productionDays }: Asked): CasePlan[] {
  const random = seeded(2026)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const between = (from: number, to: number) => from + random() * (to - from)
  const { ago, due } = workingDays(zone, present)
  const stretch = (from: number, to: number) => (share: number) => ago(from + (to - from) * share)
  let atWork = 0
  let open = 0
  let begunCases = 0
  let partnersCases = 0

  const planOf = (index: number): CasePlan => {
    const stage = stageOf(index, count)
    const practice = pick(['summit', 'summit', 'summit', 'harbor', 'harbor', 'juniper'])
    const doctor =
      practice === 'summit'
        ? pick(['doctor', 'doctor', 'doctor2'])
        : practice === 'harbor'
          ? pick(['harbor', 'harbor2'])
          : 'juniper'
    const isPartners = count >= fromManyOn && practice === 'harbor' && stage === 'new'
    const lies = (isPartners && partnersLie[partnersCases++]) || 0
    const prints = stage === 'approved' || random() < (stage === 'completed' ? 0.6 : 0.75) || lies > 0
    // Harbor's new cases are its partner's (case-form.ts), and only the lab makes rush cases.
    const rush = random() < 0.06 && !(practice === 'harbor' && stage === 'new')
    const method = pick(['standard', 'express', 'standard'] as const)
    const days = daysOf(stage)
    const isActive = prints && !['completed', 'held', 'waiting'].includes(stage)
    if (isActive) open += 1
    const isLate =
      lies === partnersLie[0] || (isActive && stage !== 'new' && (open * 7) % Math.round(100 / latePerHundred) === 3)
    // What is late has lain too long before its work started.
    const submitted = ago(isLate ? Math.max(days.submitted, 6.9) : days.submitted + lies)
    const { ready = 0, decided = 0 } = days
    const isSecond = stage === 'completed' && index % perSecondRound === 3 && ready - decided > longEnough
    const isAgain = count >= fromManyOn && isSecond
    const at = (working: number | undefined) => (working === undefined ? undefined : ago(working))
    const runs = stage === 'working' && atWork < people.length && days.begun! > 0.3
    const technician = runs ? people[atWork]! : pick(['tech', 'tech', 'tech2', 'supervisor'])
    if (runs) atWork += 1
    return {
      index,
      stage,
      practice,
      doctor,
      technician,
      submitted,
      ...defined({
        begun: at(days.begun),
        ready: at(days.ready),
        decided: at(days.decided),
        held: at(days.held),
        shipped: at(days.shipped),
        workAt: days.begun === undefined ? undefined : stretch(days.begun, days.worked ?? days.ready ?? 0),
        printAt: days.decided === undefined ? undefined : stretch(days.decided * 0.8, days.decided * 0.2),
        asked: isAgain ? ago(ready - (ready - decided) * 0.2) : undefined,
        againAt: isAgain ? stretch(ready - (ready - decided) * 0.3, ready - (ready - decided) * 0.8) : undefined,
        reworkAt: stage === 'changes' ? stretch(days.decided! * 0.85, days.decided! * 0.15) : undefined,
        printed: stage === 'approved' && random() < 0.6 ? 0.5 : undefined,
        running: runs ? new Date(present.getTime() - between(8, 70) * 60_000) : undefined,
      }),
      done: stage === 'working' ? between(0.2, 0.85) : 1,
      prints,
      rush,
      method,
      arrival:
        isActive || stage === 'waiting' ? arrivalOf({ submitted, rush, method, isLate, isSoon: lies > 0 }) : null,
      front: stage === 'waiting' || runs,
    }
  }

  /** Working days ago, one event after the other; approvals take from an hour to some days, as people do. */
  function daysOf(stage: Stage): Record<'submitted', number> & Partial<Record<Moment, number>> {
    switch (stage) {
      case 'new':
        return { submitted: between(0.02, 1.2) }
      case 'working': {
        // One has lain for days since its work started: it is stuck (`today/stuck`).
        const lies = (begunCases += 1) === stuckWork ? 5 : 0
        const submitted = between(0.9, 3.6) + lies
        const begun = submitted - between(0.2, 0.55)
        return { submitted, begun, worked: Math.max(0.2, begun - between(0.1, 0.9)) }
      }
      case 'held': {
        const submitted = between(2, 6)
        return { submitted, held: submitted - between(0.4, 1.6) }
      }
      case 'waiting': {
        const ready = 0.06 + 3.2 * random() ** 2
        const begun = ready + between(0.4, 1.4)
        return { submitted: begun + between(0.2, 0.9), begun, ready }
      }
      case 'changes':
      case 'approved': {
        const decided = between(0.05, stage === 'changes' ? 1.1 : 1.9)
        const ready = decided + between(0.15, 1.9)
        const begun = ready + between(0.4, 1.3)
        return { submitted: begun + between(0.2, 0.9), begun, ready, decided }
      }
      case 'completed': {
        // More of late: the lab grows.
        const submitted = 6 + 49 * random() ** 1.7
        const begun = submitted - between(0.2, 1)
        // Weeks are not alike: doctors travel, and the lab has its busy days.
        const week = Math.floor(submitted / 5)
        const ready = begun - between(0.5, 1.2 + (week % 3) * 0.5)
        const decided = ready - (0.15 + (1.1 + ((week * 7) % 5) * 0.35) * random())
        return { submitted, begun, ready, decided, shipped: Math.max(0.1, Math.min(submitted - 4.6, decided - 0.4)) }
      }
    }
  }

  /** Where the earliest arrival would be late by now, or due on a day that has enough, the practice asked for a later one. */
  function arrivalOf(wish: {
    submitted: Date
    rush: boolean
    method: ShippingMethodId
    isLate: boolean
    isSoon: boolean
  }): Day | null {
    const { ship } = planShipping(
      { at: wish.submitted, zone, offset: wish.rush ? 0 : productionDays, method: wish.method },
      null,
    )
    const wanted = wish.isLate ? due(-1) : due(wish.isSoon ? 0 : Math.floor(random() * random() * 6))
    return ship! >= wanted ? null : addBusinessDays(wanted, transitDays[wish.method])
  }

  return Array.from({ length: count }, (_, index) => planOf(index)).toSorted(
    (a, b) => a.submitted.getTime() - b.submitted.getTime(),
  )
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
