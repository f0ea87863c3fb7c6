import { bites, type NewBite } from '@archwire/contract/bites/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'
import type { GivenCase } from './given.ts'
import type { MeasuredCase } from './shown-case.ts'

type Place = NewBite['places'][number]

/** The place of a scan that no one turned or moved. */
export const asItLies = (file_id: number): Place => ({
  file_id,
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  offset: [0, 0, 0],
})

/** The place of a scan turned about the vertical, by numbers that end nowhere. */
export const turned = (file_id: number, angle: number, offset: Place['offset']): Place => ({
  file_id,
  rotation: [
    [Math.cos(angle), -Math.sin(angle), 0],
    [Math.sin(angle), Math.cos(angle), 0],
    [0, 0, 1],
  ],
  offset,
})

/** What takes back what was placed. */
export const byShape = { method: 'by_shape', places: [] }

/** What tests of bites do: by default the upper scan of the setup is placed as it lies, for the first time. */
export function placing(test: TestApp) {
  const ask = (who: TestUser | null, { id }: GivenCase) => test.as(who).call(bites.list, { params: { id } })
  return {
    place: (who: TestUser, testCase: MeasuredCase, body: object = {}) =>
      test.as(who).call(bites.create, {
        params: { id: testCase.id },
        body: {
          scan_kind: 'setup',
          method: 'by_hand',
          version: 0,
          places: [asItLies(testCase.upper)],
          ...body,
        } as never,
      }),
    ask,
    async listed(who: TestUser, testCase: GivenCase) {
      const answer = await ask(who, testCase)
      expect(answer.status).toBe(200)
      return answer.body.bites
    },
    eventsOf: async (who: TestUser, { id }: GivenCase) =>
      (await test.as(who).call(patients.history, { params: { id } })).body.history
        .filter(({ event }) => event === 'bite_placed')
        .map(({ user_name, note }) => `${user_name} ${note}`),
  }
}
export type Placing = ReturnType<typeof placing>
