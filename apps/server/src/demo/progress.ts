import type { Db, Trx } from '../db/client.ts'
import type { DemoLibraries } from './libraries.ts'
import type { DemoPeople } from './people.ts'
import { seeded } from './plan.ts'

/** What the row keeps for the next case. */
interface State {
  /** The state of the source of numbers, so that an interrupted demo becomes the same as an uninterrupted one. */
  random: number
  /** Prints so far that no one has started. */
  prints: number
  /** Requests for changes so far. */
  changes: number
  users: [string, number][]
  organizations: [string, number][]
  libraries: [string, number[]][]
}

/** How far the demo is made (`demo_data`); saved with each case. */
export interface DemoProgress {
  readonly present: Date
  readonly total: number
  readonly made: number
  people: DemoPeople
  libraries: DemoLibraries
  random: () => number
  waiting: { prints: number; changes: number }
  /** So many cases are made now. */
  advance(trx: Trx, made: number): Promise<void>
  finish(trx: Trx): Promise<void>
}

const seed = 7
const range = 2 ** 32

/** Notes that a demo is being made, before anything of it is there. */
export const openProgress = (db: Db, present: Date, total: number) =>
  db.insertInto('demo_data').values({ present, cases_total: total }).execute()

/** Notes that people and practices are there; `signIns`: how they sign in. */
export async function peopleAreThere(
  trx: Trx,
  { users, organizations }: DemoPeople,
  libraries: DemoLibraries,
  signIns: unknown,
): Promise<void> {
  const state: State = {
    random: seed,
    prints: 0,
    changes: 0,
    users: [...users],
    organizations: [...organizations],
    libraries: [...libraries],
  }
  await trx
    .updateTable('demo_data')
    .set({ state: JSON.stringify(state), sign_ins: JSON.stringify(signIns) })
    .execute()
}

/** The demo that is not finished: `half` when not even its people are complete; undefined without one. */
export async function readProgress(db: Db): Promise<DemoProgress | 'half' | undefined> {
  const row = await db.selectFrom('demo_data').selectAll().where('finished_at', 'is', null).executeTakeFirst()
  if (!row) return undefined
  const state = row.state as State | null
  if (!state) return 'half'
  let made = row.cases_made
  let at = state.random
  const draw = seeded(at)
  const waiting = { prints: state.prints, changes: state.changes }
  return {
    present: row.present,
    total: row.cases_total,
    get made() {
      return made
    },
    people: { users: new Map(state.users), organizations: new Map(state.organizations) },
    libraries: new Map(state.libraries),
    random() {
      const value = draw()
      at = value * range
      return value
    },
    waiting,
    async advance(trx, now) {
      made = now
      const next: State = { ...state, random: at, ...waiting }
      await trx
        .updateTable('demo_data')
        .set({ cases_made: made, state: JSON.stringify(next) })
        .execute()
    },
    async finish(trx) {
      await trx.updateTable('demo_data').set({ finished_at: new Date() }).execute()
    },
  }
}
