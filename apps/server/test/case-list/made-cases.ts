import { flawCauseNames } from '@archwire/contract/flaw-causes.ts'
import { flawedSteps, modelSteps, printSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { chanceOf } from '../../../../tools/chance.ts'

/** Work with its steps: how many of them are finished, and who does it. */
export interface MadeWork {
  id: number
  steps: string[]
  finished: number
  technician: number | null
  /** When its finished steps were finished, an hour after they started. */
  finished_at: string
}

/** The flawed trays of a print's request, and the work on them. */
export interface MadeCorrection {
  /** 1 New, 2 In Progress, 3 Completed. */
  status: number
  created_at: string
  /** Of its tray. */
  cause: string | null
  work: MadeWork
}

export interface MadePrint {
  id: number
  /** 1 New, 2 In Progress, 3 Completed, 4 Canceled; its request follows. */
  status: number
  assignment: number
  method: string | null
  tracking: string | null
  created_at: string
  completed_at: string | null
  ship_date: string | null
  brackets: boolean
  work: MadeWork | null
  correction: MadeCorrection | null
}

export interface MadeCase {
  id: number
  place: MadePlace
  doctor: { id: number; name: string }
  location: number
  first_name: string
  last_name: string
  status: number
  archived: boolean
  held: boolean
  /** Of a held one: whether the doctor was asked. */
  asks: boolean
  changes_asked: boolean
  created_at: string
  updated_at: string
  setup_completed_at: string | null
  completed_at: string | null
  /** The Rx form; null for a case without one. */
  form: {
    status: number
    assignment: number
    impression: number
    products: number
    rush: boolean
    created_at: string
    ship_date: string | null
    approved_at: string | null
  } | null
  setup: MadeWork | null
  /** Of the setup: each request for changes starts another one. */
  round: number
  prints: MadePrint[]
  in_tray: boolean
  /** Whether the partner of its practice sees it. */
  of_partner: boolean
}

/** A practice with what its cases name. */
export interface MadePlace {
  id: number
  name: string
  partner: number | null
  manager: number | null
  /** The type of the organization. */
  type: number | null
  doctors: { id: number; name: string }[]
  locations: number[]
}

export const lastNames = ['Quillon', 'Brandt', 'Castellano', 'Dvorak', 'Eriksen', 'Fontaine', 'Grimaldi', 'Hargreaves']
const firstNames = ['Ada', 'Bruno', 'Clara', 'Dorian', 'Elif']
const methods = ['standard', 'express', 'urgent', 'lightspeed', 'international']

/** Random cases, the same for the same seed. Days are far from today: what is late does not depend on the clock. */
export function makeCases(count: number, places: readonly MadePlace[], technicians: readonly number[]): MadeCase[] {
  const chance = chanceOf(27)
  const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
  const often = (share: number) => chance() < share
  const instant = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(chance() * 365 * 86_400) * 1000).toISOString()
  const day = () => (often(0.5) ? instant() : instant().replace('2025', '2098')).slice(0, 10)
  let works = 0
  const work = (all: readonly string[], done: boolean): MadeWork => {
    const steps = all.filter(() => often(0.6))
    works += 1
    return {
      id: works,
      steps: steps.length === 0 ? [all[0]!] : steps,
      finished: done ? 99 : Math.floor(chance() * steps.length),
      technician: often(0.5) ? one(technicians) : null,
      finished_at: instant(),
    }
  }
  const correction = (status: number): MadeCorrection => ({
    status,
    created_at: instant(),
    cause: one([...flawCauseNames, null]),
    work: work(flawedSteps, status === 3 && often(0.8)),
  })
  const who = (place: MadePlace) => one(place.partner === null ? [1, 1, 2] : [1, 1, 2, 3, 3])
  let prints = 0
  const print = (place: MadePlace): MadePrint => {
    prints += 1
    const [status, assignment] = [one([1, 2, 2, 3, 3, 4]), who(place)]
    const [inOffice, done] = [assignment === 2, status === 3]
    return {
      id: prints,
      status,
      assignment,
      method: inOffice ? null : one(methods),
      tracking: done && !inOffice ? one([`1Z999AA1${1000 + prints}`, `94-00 ${1000 + prints}`]) : null,
      created_at: instant(),
      completed_at: done ? instant() : null,
      ship_date: inOffice ? null : day(),
      brackets: often(0.4),
      work: inOffice ? null : work(printSteps, done && often(0.8)),
      correction: often(0.3) ? correction(done ? 3 : one([1, 2, 3])) : null,
    }
  }
  return Array.from({ length: count }, (_, index): MadeCase => {
    const place = one(places)
    const status = one([1, 1, 2, 2, 3, 4, 5])
    const assignment = who(place)
    const form = often(0.95)
      ? {
          status: often(0.1) ? 5 : status === 2 ? 1 : status === 1 ? 2 : status === 3 ? 3 : 4,
          assignment,
          impression: one([1, 2, 4]),
          products: Math.floor(chance() * 128),
          rush: often(0.2),
          created_at: instant(),
          ship_date: often(0.6) ? day() : null,
          approved_at: status > 3 ? instant() : null,
        }
      : null
    const made = Array.from({ length: one([0, 0, 1, 1, 2, 3]) }, () => print(place))
    return {
      id: 1000 + index,
      place,
      doctor: one(place.doctors),
      location: one(place.locations),
      first_name: one(firstNames),
      last_name: one(lastNames),
      status,
      archived: often(0.1),
      held: often(0.15),
      asks: often(0.5),
      changes_asked: often(0.15),
      created_at: instant(),
      updated_at: instant(),
      setup_completed_at: status > 3 ? instant() : null,
      completed_at: status === 5 ? instant() : null,
      form,
      setup: form && assignment !== 2 ? work(modelSteps, status > 3 && often(0.8)) : null,
      round: one([1, 1, 2]),
      prints: made,
      in_tray: often(0.15),
      of_partner: place.partner !== null && (form?.assignment === 3 || made.some((each) => each.assignment === 3)),
    }
  })
}
