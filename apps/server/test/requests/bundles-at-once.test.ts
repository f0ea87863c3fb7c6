import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../at-once.ts'
import { crowd } from '../crowd.ts'
import { idsOf, openParcelLab, openPrint as open, type ParcelLab } from './parcels.ts'

/** Completions of parcels at the same time (`requests/bundles`). */
let { test, given, tech, admin, on } = {} as ParcelLab
beforeAll(async () => {
  ;({ test, given, tech, admin, on } = await openParcelLab())
})
afterAll(() => test.close())

const number = '1Z999AA10123456784'
const complete = (ids: number[], body: object = {}) =>
  test.as(tech).call(customerRequests.bundledCompletion, { body: { ids, tracking_number: number, ...body } })
describe('several at once', () => {
  it.each([0, 1] as const)(
    'of two that overlap one is done, the other is refused (call %i begins)',
    async (begins) => {
      const prints = await on.bundle(3)
      const [first, second, third] = idsOf(prints) as [number, number, number]
      const name = await on.nameOf(prints[1]!)
      const outcomes = await atOnce(test, [() => complete([first, second]), () => complete([third, second])], {
        lock: sql`select 1 from patients where id = ${prints[1]!.patient} for update`,
        begins,
      })
      const refused = `409 ${name}: This request is completed.`
      expect([
        ['done', refused],
        [refused, 'done'],
      ]).toContainEqual(outcomes)
      expect(await on.completions(prints)).toBe(2)
    },
    60_000,
  )

  it('two people who complete the same parcel send it once; the second learns what changed', async () => {
    const prints = await on.bundle(2)
    const seen: { id: number; seen: string }[] = []
    for (const each of prints) seen.push({ id: each.id, seen: (await on.requestOf(each)).seen })
    const names = [await on.nameOf(prints[0]!), await on.nameOf(prints[1]!)]
    const outcomes = await atOnce(
      test,
      [() => complete(idsOf(prints), { seen }), () => complete(idsOf(prints), { seen })],
      {
        lock: sql`select 1 from patients where id = ${prints[0]!.patient} for update`,
        begins: 0,
      },
    )
    const became = names.map((name) => `of ${name} the case became Completed and the request became completed`)
    const refused = `409 Since you last looked, ${became.join(', and ')}. Nothing was completed. Please review the shipment again.`
    expect([
      ['done', refused],
      [refused, 'done'],
    ]).toContainEqual(outcomes)
    expect(await on.completions(prints)).toBe(2)
  }, 60_000)

  it.each([0, 1] as const)(
    'a hold and a completion agree (call %i begins)',
    async (begins) => {
      const prints = await on.bundle(2)
      const name = await on.nameOf(prints[1]!)
      const hold = () =>
        test.as(admin).call(patients.toggleHold, {
          params: { id: prints[1]!.patient },
          body: { on_hold: true, reason: 'Waiting', should_notify_doctor: false } as never,
        })
      const outcomes = await atOnce(test, [() => complete(idsOf(prints)), hold], {
        lock: sql`select 1 from patients where id = ${prints[1]!.patient} for update`,
        begins,
      })
      if (outcomes[0] === 'done') expect(await on.completions(prints)).toBe(2)
      else {
        expect(outcomes).toEqual([`409 ${name}: This case is on hold.`, 'done'])
        expect(await on.stateOf(prints)).toEqual([open, open])
      }
    },
    60_000,
  )

  it('of twenty with one print in common one is done, and none is locked out', async () => {
    const prints = await on.bundle(8)
    const [common, ...others] = idsOf(prints) as [number, ...number[]]
    // Two more of the others, in either order.
    const asked = Array.from({ length: 20 }, (_, index) => {
      const three = [common, others[index % 7]!, others[(index + 3) % 7]!]
      return index % 2 === 0 ? three : three.toReversed()
    })
    const answers = await crowd(20, (index) => complete(asked[index]!, { custom_shipping_fee: 10 }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, String((body as unknown as { error: unknown }).error)]).toEqual([
          409,
          expect.stringMatching(/\(C-\d+\): This request is completed\.$/),
        ])
    // One fee for the parcel, one entry in the history of each of its cases; nothing of the others.
    const states = await on.stateOf(prints)
    expect(states.filter((state) => state === `2 3 ${number} 1000 5`)).toHaveLength(1)
    expect(states.filter((state) => state === `2 3 ${number} 0 5`)).toHaveLength(2)
    expect(states.filter((state) => state === open)).toHaveLength(5)
    expect(await on.completions(prints)).toBe(3)
    expect(await given.staleRows()).toEqual([])
  }, 120_000)
})
