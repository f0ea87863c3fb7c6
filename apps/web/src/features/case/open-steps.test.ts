import { describe, expect, it } from 'vitest'
import { openStepsOf } from './open-steps.ts'

const step = (process: string, started_at: string | null, finished_at: string | null) => ({
  process,
  started_at,
  finished_at,
})
const [at, later] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:30:00.000Z']

describe('steps that are not finished', () => {
  it('are named in their order, running ones as such', () => {
    expect(openStepsOf([step('Pour Up', at, later), step('Sculpt', at, null), step('Base', null, null)])).toBe(
      '2 work steps are not finished: Sculpt (running), Base.',
    )
    expect(openStepsOf([step('Base', null, null)])).toBe('1 work step is not finished: Base.')
  })

  it('returns null when there are none', () => {
    expect(openStepsOf([step('Pour Up', at, later)])).toBeNull()
    expect(openStepsOf([])).toBeNull()
    expect(openStepsOf(undefined)).toBeNull()
  })
})
