import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { asDb } from './as-db.ts'
import { lendClock, withOwnClock } from './clock.ts'
import { forgetChecksOf, forgetNewsOf, forgetOldNews, forgetOldNewsOf } from './old-news.ts'
import { oneCase, type Making } from './one-case.ts'
import { reportMisfits } from './misfits.ts'
import { fillParcels } from './parcels.ts'
import { agreeOffice } from './office.ts'
import { practices } from './people.ts'
import { closeMonths } from './payments.ts'
import { planDemo } from './plan-demo.ts'
import { seeded, type CasePlan } from './plan.ts'
import type { DemoProgress } from './progress.ts'
import { fillTrays } from './trays.ts'

/** A demo of fewer cases is for tests that make their own. */
const enoughForParcels = 40

/** How the making of cases is followed and ended. */
export interface Following {
  /** Called after each case. */
  onCase?: (made: number, total: number) => void
  /** Whether to stop before the next case; what is left is made at the next start. */
  isStopped?: () => boolean
  /** A case that cannot be made is left out and reported here: people of the portal may change what it needs. */
  onLeftOut?: (reason: string) => void
  /** Instead of the plan of the whole demo: for tests. */
  plan?: readonly CasePlan[]
}

/**
 * Creates the cases that are missing, over the last four months, each led through the product's own commands at its own
 * times (`plan.ts`). Each is one transaction together with the progress, so that none is ever half made. Returns whether
 * all are made.
 */
export async function makeCases(
  making: Omit<Making, 'random' | 'as' | 'waiting'>,
  progress: DemoProgress,
  { onCase, isStopped, onLeftOut, plan: ownPlan }: Following = {},
): Promise<boolean> {
  const { db, config, people, checkFiles } = making
  const { present, total, random, waiting } = progress
  const plan =
    ownPlan ?? planDemo({ count: total, present, zone: config.labZone, productionDays: config.productionDays })
  const actors = new Map<string, Actor>()
  const as = async (key: string): Promise<Actor> => {
    const cached = actors.get(key) ?? actorOf((await readUser(db, people.users.get(key)!))!, { id: null, address: '' })
    actors.set(key, cached)
    return { ...cached, now: now() }
  }
  // Corrections take no numbers from the others.
  const numbersFor = ({ correction, index }: CasePlan) => (correction ? seeded(index) : random)
  const inOneTransaction = (item: CasePlan, made: number) =>
    withOwnClock((set) =>
      db.transaction().execute(async (trx) => {
        const id = await oneCase({ ...making, db: asDb(trx), random: numbersFor(item), as, waiting }, item, set)
        await forgetNewsOf(trx, id)
        if (checkFiles) await forgetChecksOf(trx, id)
        await progress.advance(trx, made)
      }),
    )
  const giveBack = lendClock()
  try {
    for (let made = progress.made + 1; made <= total; made++) {
      if (isStopped?.()) return false
      const item = plan[made - 1]!
      try {
        await inOneTransaction(item, made)
      } catch (error) {
        // A case that was stopped half way is made whole at the next start.
        if (isStopped?.()) return false
        if (!onLeftOut) throw error
        onLeftOut(error instanceof Error ? error.message : String(error))
        await db.transaction().execute((trx) => progress.advance(trx, made))
      }
      onCase?.(made, total)
    }
  } finally {
    giveBack()
  }
  await db.transaction().execute(async (trx) => {
    await fillTrays(asDb(trx), await as('admin'), config.labZone)
    if (plan.length >= enoughForParcels) await fillParcels(asDb(trx), await as('supervisor'), config.labZone)
    if (plan.length >= enoughForParcels) {
      const keys = practices.flatMap((practice) => practice.people.filter(({ role }) => role === 'doctor'))
      const doctors = await Promise.all(keys.map(({ key }) => as(key)))
      await reportMisfits(asDb(trx), { lab: await as('supervisor'), doctors }, config.labZone)
    }
    const juniper = people.organizations.get('juniper')!
    await closeMonths(trx, juniper, await as('juniper'), config.labZone)
    await agreeOffice(trx, juniper, { admin: await as('admin'), owner: await as('juniper') }, config.labZone)
    await forgetOldNewsOf(trx, [juniper])
    await forgetOldNews(trx)
    await progress.finish(trx)
  })
  return true
}
