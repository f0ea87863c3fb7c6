import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { warnGathered } from './gathered-warnings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says an equal warning once in ten seconds, then how often it came (safety/equal-lines)', () => {
  const lines: [object, string][] = []
  const log = { warn: (line: object, text: string) => lines.push([line, text]) } as unknown as FastifyBaseLogger
  for (let count = 0; count < 1150; count += 1) warnGathered(log, { reason: 'away' }, 'unavailable', 'unavailable away')
  warnGathered(log, { reason: 'busy' }, 'unavailable', 'unavailable busy')
  expect(lines).toEqual([
    [{ reason: 'away' }, 'unavailable'],
    [{ reason: 'busy' }, 'unavailable'],
  ])
  vi.advanceTimersByTime(10_000)
  expect(lines.slice(2)).toEqual([[{ reason: 'away', times: 1149, seconds: 10 }, 'unavailable']])
  warnGathered(log, { reason: 'away' }, 'unavailable', 'unavailable away')
  expect(lines).toHaveLength(4)
})
