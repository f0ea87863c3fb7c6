import type { SearchHit } from '@archwire/contract/search/document.ts'
import { search } from '@archwire/contract/search/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshAll, refreshStale } from '../../src/modules/search/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { onboarded } from '../onboardings/onboarding-calls.ts'
import { clientOf, searcherFor } from './search-calls.ts'

let test: TestApp
let given: Given
let admin: TestUser
let supervisor: TestUser
let practice: GivenPractice
let searcher: Awaited<ReturnType<typeof searcherFor>>
/** The main location of the practice. */
let location: number
/** A word that no other record of the shared database has. */
let word: string
const index = () => refreshAll(test.connection)

beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  supervisor = await given.user('supervisor')
  practice = await given.practice({ partner: true })
  word = `zahn${given.unique().replace(/[^a-z0-9]/g, '')}`
  const { db } = test.connection
  await db
    .updateTable('organizations')
    .set({ name: `Müller ${word} Orthodontics` })
    .where('id', '=', practice.id)
    .execute()
  await db
    .updateTable('users')
    .set({ first_name: 'Zoë', last_name: `O’${word}-Smith` })
    .where('id', '=', practice.member.id)
    .execute()
  const main = await sql<{
    id: number
  }>`select id from locations where organization_id = ${practice.id} and is_main`.execute(db)
  location = main.rows[0]!.id
  await index()
  searcher = await searcherFor(test, admin)
}, 120_000)
afterAll(() => test.close())

const idsOf = ({ hits }: { hits: SearchHit[] }) => hits.map(({ id }) => id)

describe('the official client on the embedded index', () => {
  it('finds an organization and its people by the words of its name, without accents (search/words)', async () => {
    const found = await searcher.index.search(`muller ${word}`, { hitsPerPage: 50, page: 1, matchingStrategy: 'all' })
    expect(idsOf(found).sort()).toEqual(
      [
        `organization-${practice.id}`,
        `location-${location}`,
        ...[practice.owner, practice.manager, practice.member, practice.assistant].map(({ id }) => `user-${id}`),
      ].sort(),
    )
    expect(found).toMatchObject({ page: 1, hitsPerPage: 50, totalHits: 6, totalPages: 1, query: `muller ${word}` })
    expect(found.hits[0]!.model).toBe('organization')
  })

  it('puts the name before other words, and a word with a typo behind both (search/typos)', async () => {
    const mistyped = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`
    const { hits } = await searcher.index.search(mistyped, { matchingStrategy: 'all', limit: 50 })
    expect(idsOf({ hits })).toContain(`organization-${practice.id}`)
    const whole = await searcher.index.search(word, { limit: 50 })
    expect(new Set(idsOf(whole).slice(0, 2))).toEqual(
      new Set([`organization-${practice.id}`, `user-${practice.member.id}`]),
    )
  })

  it('filters, counts facets, sorts and highlights', async () => {
    const found = await searcher.index.search(word, {
      filter: ['is_archived = false', ['filter = doctor', 'filter = organization']],
      facets: ['filter', 'status'],
      sort: ['full_name_sort:desc'],
      hitsPerPage: 10,
      page: 1,
      attributesToHighlight: ['full_name'],
    })
    expect(found.facetDistribution!.filter).toEqual({ doctor: 2, organization: 1 })
    expect(found.facetStats!.status!.min).toBeGreaterThan(0)
    const organization = found.hits.find(({ model }) => model === 'organization')!
    expect(organization._formatted!.full_name).toBe(`Müller <em>${word}</em> Orthodontics`)
  })

  it('answers several queries and the values of a facet', async () => {
    const { results } = await searcher.client.multiSearch({
      queries: [
        { indexUid: 'organizations_users', q: word, filter: 'model = organization', limit: 1 },
        { indexUid: 'organizations_users', q: word, hitsPerPage: 0, page: 1 },
      ],
    })
    expect(results.map(({ indexUid, hits }) => [indexUid, hits.length])).toEqual([
      ['organizations_users', 1],
      ['organizations_users', 0],
    ])
    expect(
      await searcher.index.searchForFacetValues({ facetName: 'filter', facetQuery: 'doc', q: word }),
    ).toMatchObject({
      facetHits: [{ value: 'doctor', count: 2 }],
    })
    expect((await searcher.index.searchGet(word, { filter: 'model = organization' })).hits).toHaveLength(1)
  })

  it.each([
    [{ filter: 'name = x' }, 'invalid_search_filter'],
    [{ filter: 'status >' }, 'invalid_search_filter'],
    [{ filter: '(status = 1' }, 'invalid_search_filter'],
    [{ filter: `${'('.repeat(90)}status = 1${')'.repeat(90)}` }, 'invalid_search_filter'],
    [{ sort: ['email:asc'] }, 'invalid_search_sort'],
    [{ sort: ['full_name_sort'] }, 'invalid_search_sort'],
    [{ facets: ['email'] }, 'invalid_search_facets'],
    [{ limit: -1 }, 'invalid_search_limit'],
    [{ hitsPerPage: 'many' }, 'invalid_search_hits_per_page'],
    [{ vector: [1] }, 'bad_request'],
  ])('refuses %j as Meilisearch does: %s', async (options, code) => {
    await expect(searcher.index.search(word, options as object)).rejects.toMatchObject({
      response: { status: 400 },
      cause: { code, type: 'invalid_request', link: `https://docs.meilisearch.com/errors#${code}` },
    })
  })

  it('refuses a filter that is too long for a statement, or has a NUL', async () => {
    for (const filter of [[Array.from({ length: 2_001 }, () => 'status = 1')], 'filter = "doc\0tor"', ['\0']])
      await expect(searcher.index.search(word, { filter })).rejects.toMatchObject({
        response: { status: 400 },
        cause: { code: 'invalid_search_filter' },
      })
  })

  it('answers whatever is typed or sent instead of names as a search or a refusal, never as a failure', async () => {
    expect(idsOf(await searcher.index.search(`muller\0${word}`))).toContain(`organization-${practice.id}`)
    // A word of the index that is as long as PostgreSQL compares, and one letter more.
    await sql`insert into search_words values (${'q'.repeat(255)}) on conflict do nothing`.execute(test.connection.db)
    expect((await searcher.index.search('q'.repeat(256))).hits).toEqual([])
    const noText = { toString: 1 }
    const sent = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${searcher.key}` }
      const url = `/meilisearch/${path}`
      const answer = await test.app.fastify.inject({ method, url, headers, ...(payload && { payload }) })
      return [answer.statusCode, answer.json<{ code?: string }>().code]
    }
    expect(await sent('POST', 'multi-search', { queries: [{ indexUid: noText }] })).toEqual([404, 'index_not_found'])
    const facets = 'indexes/organizations_users/facet-search'
    expect(await sent('POST', facets, { facetName: noText })).toEqual([400, 'invalid_facet_search_facet_name'])
    const twice = 'indexes/organizations_users/search?facets=filter&facets=status&sort=full_name_sort:asc&sort='
    expect(await sent('GET', `${twice}number_of_cases:desc`)).toEqual([200, undefined])
    expect(await sent('GET', `${twice}email:asc`)).toEqual([400, 'invalid_search_sort'])
  })

  it('knows no other index, and a key that only searches changes nothing', async () => {
    await expect(searcher.client.index('cases').search(word)).rejects.toMatchObject({
      cause: { code: 'index_not_found' },
    })
    await expect(searcher.index.addDocuments([{ id: 'x' } as never])).rejects.toMatchObject({
      cause: { code: 'invalid_api_key' },
    })
    expect(await searcher.client.health()).toEqual({ status: 'available' })
  })
})

describe('a key (search/key)', () => {
  it.each(['super_admin', 'admin', 'tech_support', 'supervisor'] as const)('is given to %s', async (role) => {
    expect((await test.as(await given.user(role)).call(search.config)).status).toBe(200)
  })

  it('is given to no one else', async () => {
    for (const who of [practice.owner, practice.manager, practice.member, practice.assistant, practice.partner!.user])
      expect((await test.as(who).call(search.config)).status).toBe(403)
  })

  it('does nothing when it is missing, forged, of another session, or changed', async () => {
    const { key } = searcher
    const [session, ends, mac] = key.split('_') as [string, string, string]
    for (const wrong of [
      '',
      'x',
      `${session}_${Number(ends) + 1}_${mac}`,
      `${Number(session) + 1}_${ends}_${mac}`,
      `${session}_${ends}_${'A'.repeat(43)}`,
    ])
      await expect((await clientOf(test, wrong)).index('organizations_users').search('')).rejects.toMatchObject({
        cause: { type: 'auth' },
      })
  })

  it('ends with its session', async () => {
    const leaving = await given.user('admin')
    const { index: theirs } = await searcherFor(test, leaving)
    expect((await theirs.search('', { limit: 1 })).hits).toHaveLength(1)
    await sql`update sessions set revoked_at = now() where user_id = ${leaving.id}`.execute(test.connection.db)
    await expect(theirs.search('')).rejects.toMatchObject({ cause: { code: 'invalid_api_key' } })
  })

  it('loses what the person may no longer do, at once', async () => {
    const demoted = await given.user('admin')
    const { index: theirs } = await searcherFor(test, demoted)
    await sql`update users set role = 'lab_partner' where id = ${demoted.id}`.execute(test.connection.db)
    await expect(theirs.search('')).rejects.toMatchObject({ cause: { code: 'invalid_api_key' } })
  })
})

describe('archived records (search/archived)', () => {
  it('are found by who may see them alone, whatever the filter says', async () => {
    const gone = await given.practice()
    const name = `${word}gone`
    const { db } = test.connection
    await db.updateTable('organizations').set({ name, deleted_at: new Date() }).where('id', '=', gone.id).execute()
    await refreshStale({ db }, { organizations: [gone.id] })
    const found = await searcher.index.search(name, { filter: 'model = organization AND is_archived = true' })
    expect(found.hits).toMatchObject([{ id: `organization-${gone.id}`, status: 6, is_archived: true }])
    const without = await given.user('tech_support')
    const { index: theirs } = await searcherFor(test, without)
    const sees = (await test.as(without).call(search.config)).status
    expect(sees).toBe(200)
    for (const filter of [undefined, 'is_archived = true', 'NOT is_archived = false', 'status = 6'])
      expect(idsOf(await theirs.search(name, { ...(filter ? { filter } : {}), limit: 100 }))).not.toContain(
        `organization-${gone.id}`,
      )
  })
})

it('says of a practice, its people and its locations what holds of it (search/hits, search/inherited)', async () => {
  const { db } = test.connection
  await sql`insert into price_overrides (organization_id, field, value, version)
    values (${practice.id}, 'rx_forms.intra_oral_scan.clean_up.one_arch', '100', 1)`.execute(db)
  await refreshStale({ db }, { organizations: [practice.id] })
  const { hits } = await searcher.index.search(word, { filter: 'fees = intra_oral_scan', limit: 50 })
  expect(hits).toHaveLength(6)
  expect(hits.find(({ model }) => model === 'organization')).toMatchObject({
    kind: 'practice',
    invoice_version: 'New',
    customized_fees: ['intra_oral_scan'],
    number_of_users: 4,
    is_archived: false,
    organizations: [{ id: practice.id }],
  })
  const partner = await searcher.index.search('', {
    filter: `model = organization AND model_id = ${practice.partner!.id}`,
  })
  expect(partner.hits).toMatchObject([
    { kind: 'partner', status: null, payment: null, customized_fees: [], invoice_version: null },
  ])
})

it('counts and names people anew at their practice when they change (search/index)', async () => {
  const { id, owner, member } = await given.practice()
  const { db } = test.connection
  await index()
  const hit = async () => (await searcher.index.search('', { filter: `id = organization-${id}` })).hits[0]!
  const { number_of_users: before } = await hit()
  await sql`update users set last_name = ${`Owner${word}`} where id = ${owner.id}`.execute(db)
  await refreshStale({ db }, { people: [owner.id] })
  expect((await hit()).contact_name).toContain(`Owner${word}`)
  await sql`update users set deleted_at = now() where id = ${member.id}`.execute(db)
  await refreshStale({ db }, { people: [member.id] })
  expect((await hit()).number_of_users).toBe(before! - 1)
})

it('finds a suspended practice by what it owes, too (contracts/status)', async () => {
  const { id } = await onboarded(test, given)
  const { db } = test.connection
  await sql`update orders set fm_invoice_status = 'NOT_PAID', fm_paid_at = null
    where organization_id = ${id} and fm_invoice_status = 'PAID'`.execute(db)
  await sql`update organizations set suspended_at = now() where id = ${id}`.execute(db)
  await refreshStale({ db }, { organizations: [id] })
  const found = async (status: string) => {
    const filter = `model = organization AND model_id = ${id} AND payments = ${status}`
    return (await searcher.index.search('', { filter })).hits.map(({ payment }) => payment)
  }
  expect([await found('NOT_PAID'), await found('SUSPENDED'), await found('PAID')]).toEqual([
    ['SUSPENDED'],
    ['SUSPENDED'],
    [],
  ])
})

it('is the same when it is made anew (search/index)', async () => {
  await index()
  expect(await index()).toBe(0)
})

it('supervisors search, too', async () => {
  const { index: theirs } = await searcherFor(test, supervisor)
  expect((await theirs.search(word)).hits.length).toBeGreaterThan(0)
})
