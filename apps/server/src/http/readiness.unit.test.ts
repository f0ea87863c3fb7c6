import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { setClock } from '../kernel/clock.ts'
import { isOutOfRoom } from '../kernel/out-of-room.ts'
import { readinessOf } from './readiness.ts'

const pool = (query: () => Promise<unknown>) => ({ query }) as unknown as Pick<Pool, 'query'>

it('a probe is answered within a second, whatever the database does (safety/ready)', async () => {
  const begun = performance.now()
  expect(
    await readinessOf(
      pool(() => new Promise(() => {})),
      false,
    ),
  ).toEqual({
    code: 503,
    status: 'database not reachable',
  })
  expect(performance.now() - begun).toBeGreaterThan(500)
  expect(
    await readinessOf(
      pool(() => Promise.reject(new Error('away'))),
      false,
    ),
  ).toHaveProperty('code', 503)
  expect(
    await readinessOf(
      pool(async () => ({})),
      true,
    ),
  ).toEqual({ code: 503, status: 'stopping' })
})

it('reports a full disk for a minute and stays in service (safety/full-disk)', async () => {
  const answering = pool(async () => ({}))
  let at = new Date('2026-11-28T12:00:00Z')
  setClock(() => at)
  try {
    expect(await readinessOf(answering, false)).toEqual({ code: 200, status: 'ready' })
    for (const other of ['23505', '53300', 'ECONNREFUSED', '']) expect(isOutOfRoom(other)).toBe(false)
    expect(await readinessOf(answering, false)).toEqual({ code: 200, status: 'ready' })
    for (const code of ['53100', '53200', '58030']) expect(isOutOfRoom(code)).toBe(true)
    at = new Date('2026-11-28T12:00:59Z')
    expect(await readinessOf(answering, false)).toEqual({ code: 200, status: 'degraded' })
    at = new Date('2026-11-28T12:01:00Z')
    expect(await readinessOf(answering, false)).toEqual({ code: 200, status: 'ready' })
  } finally {
    setClock(undefined)
  }
})
