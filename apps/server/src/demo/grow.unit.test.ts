import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { grow } from './grow.ts'

it('computes the scans of a mouth while the portal keeps answering', async () => {
  const before = performance.eventLoopUtilization()
  const { upper, lower, bite } = await grow({ seed: 0, alignment: 0.3, triangles: 5_000, apart: true })
  // The loop of this thread has waited; computing here it would have been at work all the time.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  for (const bytes of [upper, lower, bite!]) expect(bytes.length).toBeGreaterThan(84 + 50 * 1_000)
})
