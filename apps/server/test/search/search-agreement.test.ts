import { filterable, mostHits, sortable, type SearchHit, type Sortable } from '@archwire/contract/search/document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject as provided, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { refreshAll } from '../../src/modules/search/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { searcherFor } from './search-calls.ts'

/**
 * Random queries answered by the embedded index and by a naive look at every document, written from docs/product/search.md
 * alone. With LONG=1 two thousand of them.
 */
const queries = process.env.LONG === '1' ? 2000 : 100
const people = 400

let test: TestApp
let ownerUrl: string
let admin: TestUser
let tech: TestUser
let documents: SearchHit[]

/** Numbers that look random and are the same in every run. */
function draws(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
    chance: (share: number) => next() < share,
  }
}

const given = [
  'Ann',
  'Anna',
  'Annabel',
  'José',
  'Zoë',
  'Maximilian',
  'Bartholomew',
  'Li',
  'Noah',
  'Olivia',
  'Øystein',
  'Catherine',
  'Katherine',
]
const family = [
  'Smith',
  'Smyth',
  'Müller',
  'Mueller',
  'O’Brien-Clarke',
  'Fitzgerald',
  'Vandenberghe',
  'Ng',
  'Hernández',
  'Featherstone',
  'Lowery',
  'Łukasik',
]
const cities = ['Denver', 'Boulder', 'Colorado Springs', 'Fort Collins', 'Aurora']

beforeAll(async () => {
  ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  test = await openTestApp({ ownerUrl })
  const make = givenIn(test)
  admin = await make.user('admin')
  tech = await make.user('tech_support')
  const draw = draws(1)
  const { db } = test.connection
  const rows = Array.from({ length: people }, (_, n) => ({
    first: draw.one(given),
    last: `${draw.one(family)}${draw.chance(0.5) ? ` ${draw.one(family)}` : ''}`,
    email: `p${n}.${draw.one(given).normalize('NFD').replace(/\W/g, '')}@${draw.one(['mail', 'clinic'])}${n % 7}.example`,
    role: draw.one(['doctor', 'staff_member', 'admin', 'lab_partner']),
    practice: draw.chance(0.25) ? n : null,
    archived: draw.chance(0.15),
    city: draw.one(cities),
    joined: 20 + draw.below(2000),
  }))
  await sql`with p as (select * from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb)
      as p (n int, first text, last text, email text, role text, practice int, archived boolean, city text, joined int)),
    u as (insert into users (first_name, last_name, email, account_number, role, created_at, deleted_at)
      select first, last, email, 'SRCH-' || n, role, now() - joined * interval '1 day', case when archived then now() end from p order by n returning id, email),
    o as (insert into organizations (name, account_number, created_at, deleted_at, template_version, startup_fee_settled_at)
      select last || ' Dental ' || n, 'ORGA-' || n, now() - joined * interval '1 day', case when archived then now() end, 1 + n % 2,
        case when n % 3 = 0 then now() end from p where practice is not null order by n returning id, account_number)
    insert into memberships (organization_id, user_id, role) select o.id, u.id, 'organization_owner'
    from p join u on u.email = p.email join o on o.account_number = 'ORGA-' || p.n`.execute(db)
  await sql`insert into locations (organization_id, location_name, is_main, first_name, last_name, email, phone_number, street_address, city, state, zip_code)
    select o.id, 'Office ' || o.name, true, 'Ann', 'Front', 'front' || o.id || '@mail.example', '+1 303-555-0' || (100 + o.id % 900), o.id || ' Main Street',
      (array['Denver','Boulder','Aurora'])[1 + o.id % 3], 'CO', '80' || (100 + o.id % 900) from organizations o where o.account_number like 'ORGA-%'`.execute(
    db,
  )
  await refreshAll({ db })
  const all = await sql<{ document: SearchHit }>`select document from search_hits`.execute(db)
  documents = all.rows.map(({ document }) => document)
}, 120_000)
afterAll(async () => {
  await test.close()
  await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
const wordsIn = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const nameOf = (hit: SearchHit) => new Set(wordsIn(hit.full_name))
const allOf = (hit: SearchHit) =>
  new Set([
    ...[
      hit.full_name,
      hit.account_number ?? '',
      hit.email,
      hit.phone_number,
      hit.contact_name,
      hit.street_address,
      hit.street_address_line_2,
      hit.city,
      hit.state,
      hit.zip_code,
    ].flatMap(wordsIn),
    ...hit.organizations.flatMap(({ name }) => wordsIn(name)),
    ...(hit.phone_number === '' ? [] : [hit.phone_number.replace(/\D/g, '')]),
  ])

/** The typos between two words: what is the same at their beginnings costs nothing, then one of the four is tried. */
function within(a: string, b: string, left: number): number {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  if (x === '' && y === '') return 0
  if (left === 0) return Number.POSITIVE_INFINITY
  const after = [
    within(x.slice(1), y, left - 1),
    within(x, y.slice(1), left - 1),
    within(x.slice(1), y.slice(1), left - 1),
  ]
  if (x.length > 1 && x[0] === y[1] && x[1] === y[0]) after.push(within(x.slice(2), y.slice(2), left - 1))
  return 1 + Math.min(...after)
}
const distances = new Map<string, number>()
function typos(word: string, other: string): number {
  const most = other.length < 5 || word.length < 4 ? (word === other ? 0 : -1) : word.length < 9 ? 1 : 2
  if (Math.abs(word.length - other.length) > most) return Number.POSITIVE_INFINITY
  const key = `${word} ${other}`
  const known = distances.get(key) ?? within(word, other, most)
  distances.set(key, known)
  return known
}

/** How well a document answers a query: the less the better; infinite where it does not. */
function rankOf(hit: SearchHit, asked: string[]): number {
  const [name, all] = [nameOf(hit), allOf(hit)]
  const every = (holds: (word: string, last: boolean) => boolean) =>
    asked.every((word, at) => holds(word, at === asked.length - 1))
  const begun = (among: Set<string>, most: number) =>
    every((word, last) => [...among].some((other) => (last && other.startsWith(word)) || typos(word, other) <= most))
  const ranks = [
    () => every((word) => name.has(word)),
    () => begun(name, 0),
    () => every((word) => all.has(word)),
    () => begun(all, 0),
    () => begun(name, 1),
    () => begun(all, 1),
    () => begun(all, 2),
  ]
  const rank = ranks.findIndex((holds) => holds())
  return rank < 0 ? Number.POSITIVE_INFINITY : rank
}

interface Wish {
  q: string
  filters: [string, (hit: SearchHit) => boolean][]
  sort: [Sortable, boolean] | undefined
}

function drawWish(draw: ReturnType<typeof draws>): Wish {
  const hit = draw.one(documents)
  const words = [...allOf(hit)]
  const q = draw.chance(0.2)
    ? ''
    : Array.from({ length: 1 + draw.below(3) }, () => draw.one(words))
        .join(' ')
        .slice(0, draw.chance(0.4) ? 3 + draw.below(12) : 100)
        .trim()
  const filters = (
    [
      ['is_archived = false', (of) => !of.is_archived],
      ['filter IN [doctor, organization]', (of) => of.filter === 'doctor' || of.filter === 'organization'],
      ['model != location', (of) => of.model !== 'location'],
      ['invoice_versions = New OR invoice_versions = Old', (of) => of.invoice_versions.length > 0],
      ['status = 1 OR status = 2', (of) => of.status === 1 || of.status === 2],
      ['NOT (invoice_versions = "Old")', (of) => !of.invoice_versions.includes('Old')],
      [`joined_timestamp < ${hit.joined_timestamp}`, (of) => of.joined_timestamp < hit.joined_timestamp],
      ['status IS NULL', (of) => of.status === null],
    ] satisfies Wish['filters'] as Wish['filters']
  ).filter(() => draw.chance(0.2))
  const sort = draw.chance(0.5)
    ? ([draw.one(Object.keys(sortable) as Sortable[]), draw.chance(0.5)] as [Sortable, boolean])
    : undefined
  return { q, filters, sort }
}

/** The ids of the hits, in their order. */
function naively({ q, filters, sort }: Wish, mayRead: (hit: SearchHit) => boolean): string[] {
  const asked = wordsIn(q)
  const compare = (a: string | number | null, b: string | number | null) => (a === b ? 0 : a! < b! ? -1 : 1)
  return documents
    .filter((hit) => mayRead(hit) && filters.every(([, holds]) => holds(hit)))
    .map((hit) => ({ hit, rank: asked.length === 0 ? 0 : rankOf(hit, asked) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => {
      if (a.rank !== b.rank) return a.rank - b.rank
      if (sort) {
        const [left, right] = [a.hit[sort[0]], b.hit[sort[0]]]
        if ((left === null) !== (right === null)) return left === null ? 1 : -1
        const order = compare(left, right) * (sort[1] ? -1 : 1)
        if (order !== 0) return order
      }
      return (
        compare(a.hit.full_name_sort, b.hit.full_name_sort) ||
        compare(a.hit.model, b.hit.model) ||
        a.hit.model_id - b.hit.model_id
      )
    })
    .map(({ hit }) => hit.id)
}

describe('random queries', () => {
  it.each([
    ['admin', () => admin, () => true],
    ['tech_support', () => tech, (hit: SearchHit) => !hit.is_archived],
  ] as const)('of %s are answered as by a look at every document', async (_role, who, mayRead) => {
    const { index } = await searcherFor(test, who())
    const draw = draws(7)
    for (let n = 0; n < queries / 2; n += 1) {
      const wish = drawWish(draw)
      const expected = naively(wish, mayRead)
      const found = await index.search(wish.q.replace(/^-+/, ''), {
        filter: wish.filters.map(([text]) => text),
        ...(wish.sort ? { sort: [`${wish.sort[0]}:${wish.sort[1] ? 'desc' : 'asc'}`] } : {}),
        matchingStrategy: 'all',
        page: 1 + (n % 2),
        hitsPerPage: 15,
        facets: ['filter'],
      })
      const told = JSON.stringify({ q: wish.q, filters: wish.filters.map(([text]) => text), sort: wish.sort })
      expect(found.totalHits, told).toBe(Math.min(mostHits, expected.length))
      expect(
        found.hits.map(({ id }) => id),
        told,
      ).toEqual(expected.slice(15 * (n % 2), 15 * (n % 2) + 15))
      const counts = Object.values(found.facetDistribution!.filter ?? {}).reduce((sum, count) => sum + count, 0)
      expect(counts, told).toBe(expected.length)
    }
  })

  it('with a typo in a word of five letters or more have the record among the first ten', async () => {
    const { index } = await searcherFor(test, admin)
    const draw = draws(11)
    let tried = 0
    let found = 0
    while (tried < queries / 2) {
      const hit = draw.one(documents)
      const words = wordsIn(hit.full_name)
      const long = words.findIndex((word) => word.length >= 5)
      if (long < 0) continue
      tried += 1
      const word = words[long]!
      const at = draw.below(word.length - 1)
      words[long] = draw.one([
        word.slice(0, at) + word.slice(at + 1),
        `${word.slice(0, at)}q${word.slice(at)}`,
        `${word.slice(0, at)}q${word.slice(at + 1)}`,
        word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
      ])
      // The person as someone looks for one: by name and something else.
      const q = `${words.join(' ')} ${hit.account_number ?? hit.email}`
      const { hits } = await index.search(q, { limit: 10, matchingStrategy: 'all' })
      if (hits.some(({ id }) => id === hit.id)) found += 1
    }
    expect(found / tried).toBeGreaterThanOrEqual(0.98)
  })
})

it('names each filterable attribute of a document', () => {
  for (const name of Object.keys(filterable)) expect(Object.hasOwn(documents[0]!, name), name).toBe(true)
})
