import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject as provided, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { compareIndex, refreshAll, refreshStale, replaceIndex, sendChanges } from '../../src/modules/search/index.ts'
import { meilisearchServer } from '../../src/services/search-index/meilisearch.ts'
import type { KeptDocument, SearchServer } from '../../src/services/search-index/port.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { searcherFor } from './search-calls.ts'

/**
 * The adapter against a server that keeps documents by index and answers tasks as Meilisearch's documentation says
 * (docs.meilisearch.com, reference of documents, tasks and swap-indexes): no real one can be had.
 */
function recordingServer() {
  const indexes = new Map<string, Map<string, KeptDocument>>()
  const calls: { method: string; path: string; body: unknown }[] = []
  let down = false
  const tasks = new Map<number, string>()
  const act = (method: string, path: string, body: unknown): object => {
    const task = (status = 'succeeded') => {
      tasks.set(tasks.size, status)
      return {
        taskUid: tasks.size - 1,
        indexUid: null,
        status: 'enqueued',
        type: 'x',
        enqueuedAt: new Date().toISOString(),
      }
    }
    const [, first = '', uid = '', rest = ''] = path.split('?')[0]!.split('/')
    if (first === 'tasks')
      return {
        uid: Number(uid),
        status: tasks.get(Number(uid)),
        type: 'x',
        error: null,
        enqueuedAt: new Date().toISOString(),
      }
    if (method === 'POST' && first === 'indexes' && uid === '') {
      const name = (body as { uid: string }).uid
      if (indexes.has(name)) return task('failed')
      indexes.set(name, new Map())
      return task()
    }
    if (method === 'DELETE' && rest === '') return task(indexes.delete(uid) ? 'succeeded' : 'failed')
    if (first === 'swap-indexes') {
      const [{ indexes: swapped }] = body as [{ indexes: [string, string] }]
      const [one, other] = swapped.map((name) => indexes.get(name)!)
      indexes.set(swapped[0], other!)
      indexes.set(swapped[1], one!)
      return task()
    }
    const documents = indexes.get(uid)!
    if (rest === 'documents' && method === 'POST') {
      const deletes = path.includes('delete-batch')
      for (const entry of body as (KeptDocument & string)[])
        if (deletes) documents.delete(entry)
        else documents.set(entry.id, entry)
      return task()
    }
    if (rest === 'documents') {
      const { searchParams } = new URL(path, 'http://x')
      const from = Number(searchParams.get('offset'))
      const all = [...documents.values()].map(({ id, checksum }) => ({ id, checksum }))
      return { results: all.slice(from, from + Number(searchParams.get('limit'))), total: all.length }
    }
    if (rest === 'search') return { hits: [], query: '', processingTimeMs: 1, asked: body }
    return task()
  }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const path = request.url!.replace('/documents/delete-batch', '/documents?delete-batch')
      calls.push({ method: request.method!, path, body })
      response.writeHead(down ? 503 : 200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          down ? { message: 'down', code: 'internal', type: 'internal', link: '' } : act(request.method!, path, body),
        ),
      )
    })
  })
  return {
    server,
    indexes,
    calls,
    set down(value: boolean) {
      down = value
    },
  }
}

let test: TestApp
let given: Given
let admin: TestUser
let tech: TestUser
let ownerUrl: string
let fake: ReturnType<typeof recordingServer>
let search: SearchServer
const kept = () => fake.indexes.get('organizations_users')!
beforeAll(async () => {
  ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  fake = recordingServer()
  await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve))
  const { port } = fake.server.address() as AddressInfo
  search = meilisearchServer({ url: `http://127.0.0.1:${port}`, key: 'k' })
  test = await openTestApp({ ownerUrl, search })
  given = givenIn(test)
  admin = await given.user('admin')
  tech = await given.user('tech_support')
})
beforeEach(() => {
  fake.calls.length = 0
  fake.down = false
})
afterAll(async () => {
  await test.close()
  fake.server.close()
  await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from search_documents`.execute(test.connection.db)).rows[0]!.n

describe('a Meilisearch server beside the portal (search/index)', () => {
  it('gets a new index of everything, with its settings, in the place of the old one', async () => {
    await given.practice()
    const { db } = test.connection
    await refreshAll({ db, search })
    await replaceIndex(db, search)
    expect(kept().size).toBe(await count())
    expect(fake.indexes.has('organizations_users_next')).toBe(false)
    const settings = fake.calls.find(({ path }) => path.endsWith('_next/settings'))!.body as Record<string, unknown>
    expect(settings).toMatchObject({ pagination: { maxTotalHits: 100_000 } })
    expect(settings.filterableAttributes).toContain('fees')
  })

  it('gets what changed and loses what no longer exists; what it missed while it was down comes later', async () => {
    const practice = await given.practice()
    const { db } = test.connection
    await refreshStale({ db, search }, { organizations: [practice.id] })
    fake.down = true
    await expect(sendChanges(db, search)).rejects.toThrow()
    fake.down = false
    await sendChanges(db, search)
    expect(kept().get(`organization-${practice.id}`)).toMatchObject({ model: 'organization', model_id: practice.id })
    await sql`update locations set deleted_at = now() where organization_id = ${practice.id}`.execute(db)
    const before = kept().size
    await refreshStale({ db, search }, { organizations: [practice.id] })
    await sendChanges(db, search)
    expect(kept().size).toBe(before - 1)
    fake.calls.length = 0
    await sendChanges(db, search)
    expect(fake.calls).toEqual([])
  })

  it('is compared with the documents: lost, changed and foreign ones are mended', async () => {
    const { db } = test.connection
    const [lost, changed] = [...kept().keys()] as [string, string]
    kept().delete(lost)
    kept().set(changed, { ...kept().get(changed)!, full_name: 'Someone', checksum: 'other' })
    kept().set('organization-99999999', { ...kept().get(changed)!, id: 'organization-99999999' })
    kept().set('abc', { ...kept().get(changed)!, id: 'abc' })
    expect(await compareIndex(db, search)).toBe(4)
    expect(kept().size).toBe(await count())
    expect(kept().get(changed)!.full_name).not.toBe('Someone')
    expect(await compareIndex(db, search)).toBe(0)
  })

  it('answers searches with the reach of the person added, and never what the portal refuses', async () => {
    const asked = async (who: TestUser, filter?: string) => {
      const { index } = await searcherFor(test, who)
      return ((await index.search('x', filter === undefined ? {} : { filter })) as unknown as { asked: object }).asked
    }
    expect(await asked(admin, 'status = 6')).toEqual({ q: 'x', filter: ['status = 6'] })
    expect(await asked(tech, 'status = 6 OR is_archived = true')).toEqual({
      q: 'x',
      filter: ['is_archived = false', 'status = 6 OR is_archived = true'],
    })
    const { index } = await searcherFor(test, tech)
    await expect(index.search('x', { filter: 'name = 1) OR (is_archived = true' })).rejects.toMatchObject({
      cause: { code: 'invalid_search_filter' },
    })
  })

  it('is said to be unavailable while it is down', async () => {
    const { index } = await searcherFor(test, admin)
    fake.down = true
    await expect(index.search('x')).rejects.toMatchObject({ response: { status: 503 } })
  })
})
