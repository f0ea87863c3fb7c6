import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../app.ts'
import { givenIn } from '../given.ts'
import { searcherFor } from './search-calls.ts'

it('searches of a caller who has hung up are counted until the database has answered', async () => {
  const test = await openTestApp({ environment: { RATE_FACTOR: '1' } })
  const { key, index } = await searcherFor(test, await givenIn(test).user('admin'))
  const { port } = test.app.fastify.server.address() as { port: number }
  const caller = new AbortController()
  const hungUp = () =>
    fetch(`http://127.0.0.1:${port}/meilisearch/indexes/organizations_users/search`, {
      headers: { authorization: `Bearer ${key}` },
      signal: caller.signal,
    }).catch(() => undefined)
  const { db } = test.connection
  const waiting = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted
        and relation = 'search_documents'::regclass`.execute(db)
    ).rows[0]!.n
  await db.transaction().execute(async (trx) => {
    await sql`lock table search_documents in access exclusive mode`.execute(trx)
    const calls = Array.from({ length: 6 }, hungUp)
    await expect.poll(waiting).toBe(6)
    caller.abort()
    await Promise.all(calls)
    // The server has heard of it once it has answered another call.
    await fetch(`http://127.0.0.1:${port}/meilisearch/health`)
    await expect(index.search('')).rejects.toMatchObject({ cause: { code: 'too_many_search_requests' } })
  })
  await expect.poll(waiting).toBe(0)
  await expect.poll(async () => (await index.search('', { limit: 0 })).hits).toEqual([])
  await test.close()
})
