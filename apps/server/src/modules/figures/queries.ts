import { dayIn } from '@archwire/contract/core/dates.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { Approvals, LabFigures, PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { spendOf } from '../billing/index.ts'
import { countCases, plotCases, type FigureScope } from '../dashboard/index.ts'
import { shownName } from '../organizations/index.ts'
import { countByCase, type CaseCounts, type Days } from './by-case.sql.ts'
import { countCorrections } from './corrections.sql.ts'
import { countLoad } from './load.sql.ts'
import { hoursToShipping } from './shipping.sql.ts'
import { countSteps } from './steps.sql.ts'
import { countAnswers } from './survey.sql.ts'

interface Asked {
  range: DayRange
  zone: string
}

/** How many practices the lab's page lists. */
const mostPractices = 200

const daysOf = ({ range, zone }: Asked, now: Date): Days => ({ range, zone, today: dayIn(zone, now) })

const approvalsOf = ({ approved, setups, first_round, hours_to_approval, hours_waited }: Approvals): Approvals => ({
  approved,
  setups,
  first_round,
  hours_to_approval,
  hours_waited,
})

/** The reports of a practice, whose cases are all within the actor's scope; spend for those who read its invoices. */
export async function figuresOfPractice(
  db: Db,
  actor: Actor,
  organizationId: number,
  readsSpend: boolean,
  asked: Asked,
): Promise<PracticeFigures> {
  const days = daysOf(asked, actor.now)
  const { range, zone } = asked
  const ofPractice = sql`c.organization_id = ${organizationId}`
  const whose: FigureScope = {
    scope: actor.scope,
    asked: ofPractice,
    organizations: [organizationId],
    wholeLab: false,
    key: '',
  }
  const [counts, plots, byDoctor, corrections, shipping, spend] = await Promise.all([
    countCases(db, whose, range, zone),
    plotCases(db, whose, range, zone, actor.now),
    countByCase(db, actor, {
      ...days,
      counts: ['submissions', 'shipped', 'flawed_trays'],
      makers: 'practice',
      among: () => ofPractice,
      by: sql`c.doctor_id`,
    }),
    countCorrections(db, actor, days, ofPractice),
    hoursToShipping(db, actor, days, ofPractice),
    readsSpend ? spendOf(db, actor, organizationId, range, zone) : null,
  ])
  return {
    counts,
    plots,
    approvals: approvalsOf(byDoctor.find(({ isAll }) => isAll)!),
    hours_to_shipping: shipping,
    causes: corrections.causes,
    doctors: await withNames(db, byDoctor),
    spend,
    computed_at: actor.now.toISOString(),
  }
}

type DoctorCounts = CaseCounts<'submissions' | 'shipped' | 'flawed_trays'>

/** The doctors with anything to count, those with the most submissions first. */
async function withNames(db: Db, counted: DoctorCounts[]): Promise<PracticeFigures['doctors']> {
  const doctors = counted.filter(
    ({ isAll, submissions, approved, shipped, flawed_trays }) =>
      !isAll && submissions + approved + shipped + flawed_trays > 0,
  )
  const { rows: named } = await sql<{ id: number; full_name: string }>`
    select id, full_name from users where id = any(${doctors.map(({ by }) => by)}::int[])`.execute(db)
  return doctors
    .map(({ by, submissions, shipped, flawed_trays, ...approvals }) => ({
      id: by,
      name: named.find(({ id }) => id === by)?.full_name ?? 'No doctor',
      submissions,
      shipped,
      flawed_trays,
      approvals: approvalsOf(approvals),
    }))
    .toSorted((a, b) => b.submissions - a.submissions || a.name.localeCompare(b.name))
}

/** The figures of the lab, for its staff. */
export async function figuresOfLab(db: Db, actor: Actor, asked: Asked): Promise<LabFigures> {
  const days = daysOf(asked, actor.now)
  const { range, zone } = asked
  const whose: FigureScope = { scope: actor.scope, asked: sql`true`, organizations: null, wholeLab: true, key: '' }
  const [counts, plots, byPractice, corrections, shipping, work, load, survey] = await Promise.all([
    countCases(db, whose, range, zone),
    plotCases(db, whose, range, zone, actor.now),
    countByCase(db, actor, {
      ...days,
      counts: [],
      makers: 'lab',
      // Whatever is counted here was approved in the range: an index has these.
      among: (conditionOf) => conditionOf('approved'),
      by: sql`c.organization_id`,
    }),
    countCorrections(db, actor, days),
    hoursToShipping(db, actor, days),
    countSteps(db, actor, days),
    countLoad(db, actor, zone),
    countAnswers(db, actor, days),
  ])
  return {
    counts,
    plots,
    approvals: approvalsOf(byPractice.find(({ isAll }) => isAll)!),
    hours_to_shipping: shipping,
    causes: corrections.causes,
    ...work,
    practices: await practicesOf(db, byPractice, corrections.practices),
    load,
    survey,
    computed_at: actor.now.toISOString(),
  }
}

/** Practices with setups or corrections in the range, by name; those with the most corrections first. */
async function practicesOf(
  db: Db,
  byPractice: CaseCounts<never>[],
  corrections: ReadonlyMap<number, number>,
): Promise<LabFigures['practices']> {
  const setups = new Map(byPractice.filter(({ isAll }) => !isAll).map((row) => [row.by!, row]))
  const counted = [...new Set([...corrections.keys(), ...setups.keys()])]
    .map((id) => ({
      id,
      setups: setups.get(id)?.setups ?? 0,
      first_round: setups.get(id)?.first_round ?? 0,
      flawed_trays: corrections.get(id) ?? 0,
    }))
    .filter(({ setups: made, flawed_trays }) => made + flawed_trays > 0)
    .toSorted((a, b) => b.flawed_trays - a.flawed_trays || b.setups - a.setups || a.id - b.id)
    .slice(0, mostPractices)
  const { rows: named } = await sql<{ id: number; name: string }>`
    select o.id, ${shownName('o')} as name from organizations o where o.id = any(${counted.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return counted.map((row) => ({ ...row, name: names.get(row.id) ?? '' }))
}
