import { sql, type RawBuilder } from 'kysely'
import { expect, vi } from 'vitest'
import { crowd } from './crowd.ts'
import type { TestApp } from './app.ts'

/** An answer, as far as it matters here. */
export interface Said {
  status: number
  body?: unknown
}

export type Call = () => Promise<Said>

/** What a call came to: 'done', or the status and the reason of its refusal. */
const outcomeOf = ({ status, body }: Said): string =>
  status === 200 ? 'done' : `${status} ${String((body as { error?: unknown } | undefined)?.error)}`

/**
 * Runs two calls at once and returns their outcomes, in the order given. Both wait for the row that `lock` holds until both
 * are under way, so they overlap on every machine; the one named by `begins` starts first, and has the row first: `lock`
 * selects it for update, because for a new version of a row all who waited for the old one race. Without a lock they just
 * run.
 */
export async function atOnce(
  { connection: { db } }: TestApp,
  calls: readonly [Call, Call],
  { lock, begins }: { lock?: RawBuilder<unknown> | undefined; begins: 0 | 1 },
): Promise<[string, string]> {
  const order = begins === 0 ? ([0, 1] as const) : ([1, 0] as const)
  const run = (index: 0 | 1) => crowd(1, calls[index]).then(([answer]) => answer!)
  const running: Promise<Said>[] = []
  if (lock)
    await db.transaction().execute(async (trx) => {
      await lock.execute(trx)
      for (const [before, index] of order.entries()) {
        running[index] = run(index)
        await vi.waitFor(async () => expect(await waitingBehind(trx)).toBeGreaterThan(before), {
          timeout: 30_000,
          interval: 10,
        })
      }
    })
  else for (const index of order) running[index] = run(index)
  const [first, second] = await Promise.all(running)
  return [outcomeOf(first!), outcomeOf(second!)]
}

/** Sessions that wait for this one, or for another that waits for it. */
async function waitingBehind(trx: Parameters<RawBuilder<unknown>['execute']>[0]): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    with recursive behind(pid) as (
      select pg_backend_pid()
      union select l.pid from behind b join pg_locks l on not l.granted and b.pid = any(pg_blocking_pids(l.pid))
    )
    select count(*)::int - 1 as waiting from behind`.execute(trx)
  return rows[0]!.waiting
}
