import { sql, type RawBuilder } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestApp } from './app.ts'

/** Starts a call that waits for what `lock` holds, makes the change in the meantime, and returns the call's answer. */
export async function overtaken<A>(
  { connection: { db } }: TestApp,
  lock: RawBuilder<unknown>,
  call: () => Promise<A>,
  change: RawBuilder<unknown>,
): Promise<A> {
  let waiting: Promise<A> | undefined
  await db.transaction().execute(async (trx) => {
    await lock.execute(trx)
    waiting = call()
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_locks
          where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
        expect(rows.length).toBeGreaterThan(0)
      },
      { timeout: 10_000, interval: 20 },
    )
    await change.execute(trx)
  })
  return waiting!
}
