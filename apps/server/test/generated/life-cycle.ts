import { next, type Lifecycle } from '@archwire/contract/core/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** What a test of a life cycle works with. */
export interface Lab {
  test: TestApp
  given: Given
  tech: TestUser
}

type Way<Subject> = (lab: Lab, subject: Subject, as?: TestUser) => Promise<{ status: number; body: unknown }>

interface LifeCycle<S extends string, E extends string, By extends E, States extends { state: string }, Subject> {
  table: Lifecycle<S, E>
  /** Makes a record in a state. */
  make: (lab: Lab, state: S) => Promise<Subject>
  /** How people cause the events. */
  ways: Record<By, Way<Subject>>
  /** Events without a call: they follow from others. */
  follow?: readonly Exclude<E, By>[]
  /** Its own state, and those of records that move with it. */
  read: (lab: Lab, subject: Subject) => Promise<States>
  /** What is read after a move, where more than its own state moves, or another event follows at once. */
  after?: (moved: States, event: NoInfer<By>, before: States) => NoInfer<States>
  /** Pairs that the table does not decide alone: `idle` is done and moves nothing, `refused` needs something else first. */
  besides?: (state: S, event: NoInfer<By>) => 'idle' | 'refused' | undefined
  /** The case that is put on hold, the refusal then, and the events that are possible all the same. */
  hold: {
    patientId: (subject: Subject) => number
    says?: string
    allows?: readonly NoInfer<By>[]
  }
}

/**
 * Tests a life cycle by its table: every pair of state and event moves as the table says or is refused with 409, and is
 * refused while the case is on hold. Returns what further tests of the file work with.
 */
export function testLifeCycle<
  const S extends string,
  const E extends string,
  const By extends E,
  States extends { state: string },
  Subject,
>({ table, make, ways, follow = [], read, after, besides, hold }: LifeCycle<S, E, By, States, Subject>): () => Lab {
  let lab: Lab
  beforeAll(async () => {
    const test = await openTestApp()
    const given = givenIn(test)
    lab = { test, given, tech: await given.user('supervisor') }
  })
  afterAll(() => lab.test.close())

  it('every event has a way, or follows from one that has', () => {
    expect([...Object.keys(ways), ...follow].sort()).toEqual(Object.keys(table.events).sort())
  })

  const pairs = table.states.flatMap((state) => (Object.keys(ways) as By[]).map((event): [S, By] => [state, event]))
  describe.each(pairs)('%s × %s', (state, event) => {
    const to = next(table, state, event)
    const otherwise = besides?.(state, event)

    it('moves by the table or is refused with 409', async () => {
      const subject = await make(lab, state)
      const before = await read(lab, subject)
      expect(before.state).toBe(state)
      const { status, body } = await ways[event](lab, subject)
      const moved = to === undefined || otherwise ? undefined : { ...before, state: to }
      expect(status, JSON.stringify(body)).toBe(moved || otherwise === 'idle' ? 200 : 409)
      expect(await read(lab, subject)).toEqual(moved ? (after?.(moved, event, before) ?? moved) : before)
    })

    const isAllowed = to !== undefined && (hold.allows ?? []).includes(event)
    it(isAllowed ? 'is possible on hold, too' : 'is refused on hold', async () => {
      const subject = await make(lab, state)
      const onHold = await lab.test.as(lab.tech).call(patients.toggleHold, {
        params: { id: hold.patientId(subject) },
        body: { on_hold: true, reason: 'Waiting', action_owner_name: 'Sam' },
      })
      expect(onHold.status, JSON.stringify(onHold.body)).toBe(200)
      const before = await read(lab, subject)
      const { status, body } = await ways[event](lab, subject)
      expect(status, JSON.stringify(body)).toBe(isAllowed ? 200 : 409)
      if (isAllowed) return
      if (hold.says) expect(body).toMatchObject({ error: hold.says })
      expect(await read(lab, subject)).toEqual(before)
    })
  })

  return () => lab
}
