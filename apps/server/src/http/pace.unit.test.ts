import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPace } from './pace.ts'

it('lets so many continue in a turn, the first first, and starts anew after a pause', async () => {
  const pace = openPace(3)
  for (const many of [8, 1, 4]) {
    const gone: number[] = []
    for (let index = 0; index < many; index += 1) void pace().then(() => gone.push(index))
    let turns = 0
    while (gone.length < many) {
      const before = gone.length
      await turn()
      turns += 1
      expect(gone.length - before).toBeLessThanOrEqual(3)
      expect(turns).toBeLessThan(20)
    }
    expect(gone).toEqual(Array.from({ length: many }, (_, index) => index))
    expect(turns).toBeGreaterThanOrEqual(Math.ceil(many / 3))
  }
})
