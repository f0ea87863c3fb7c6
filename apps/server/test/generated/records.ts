import type { Route } from '@archwire/contract/core/route.ts'
import type { TestApp, TestUser } from '../app.ts'
import { givenIn, printing, type CaseStage, type GivenCase, type GivenPractice } from '../given.ts'
import { caseRecordOf } from './case-records.ts'
import { isOfCase, kinds, recordOf, type Kind } from './kinds.ts'
import { isIdList, kindOfPath, namesOf, type Ids } from './names.ts'
import { needs } from './stages.ts'

/** Ids that a route names: in its path, its query, its body. */
export interface Target {
  path: string | number
  query?: object
  body?: object
}

/** One record of every kind that a route may name, all of one case of one practice. Each is made when it is first asked for. */
export interface Records {
  testCase(): Promise<GivenCase>
  /** The record of one kind. */
  id(kind: Kind): Promise<string | number>
  /** The records that a route names or needs and, for a read, those that it shows. */
  idsFor(route: Route): Promise<Ids>
  /** The records of all kinds. */
  all(): Promise<AllRecords>
}

/** Records that are all made. */
export interface AllRecords {
  testCase: GivenCase
  ids: Record<Kind, string | number>
  /** Texts that stand in these records and nowhere else: a list that shows one of them shows the record. */
  marks: string[]
  /** The records that a route names, by its path and its example. */
  target(route: Route): Target | undefined
}

interface Options {
  doctor?: TestUser
  stage?: CaseStage | undefined
  form?: object
}

/** Records of a case, by default one that is approved and printed. */
export function recordsOf(
  test: TestApp,
  atPractice?: GivenPractice,
  { doctor, stage = 'approved', form }: Options = {},
): Records {
  const given = givenIn(test)
  const mark = `Marked${given.unique()}`
  const practice = once(async () => atPractice ?? given.practice())
  const testCase = once(async () =>
    given.case({
      stage,
      // Both arches are printed: an item can be taken out.
      setup: 3,
      form: { ...printing, ...form, last_name: mark, ...(doctor ? { user_id: doctor.id } : {}) },
      practice: await practice(),
    }),
  )
  const made = new Map<Kind, Promise<string | number>>()
  const make = async (kind: Kind): Promise<string | number> =>
    isOfCase(kind)
      ? caseRecordOf[kind](test, { testCase: await testCase(), stage, id })
      : recordOf[kind](test, { practice: await practice(), mark, testCase })
  function id(kind: Kind): Promise<string | number> {
    const known = made.get(kind) ?? make(kind)
    made.set(kind, known)
    return known
  }
  // One after the other: some tests put a single connection under the application.
  async function idsOf<K extends Kind>(some: readonly K[]): Promise<Record<K, string | number>> {
    const ids: [K, string | number][] = []
    for (const kind of some) ids.push([kind, await id(kind)])
    return Object.fromEntries(ids) as Record<K, string | number>
  }

  return {
    testCase,
    id,
    idsFor: (route) => idsOf(kindsFor(route)),
    async all() {
      const ids = await idsOf(kinds)
      const { name, email } = await test.connection.db
        .selectFrom(['organizations as o', 'users as u'])
        .select(['o.name', 'u.email'])
        .where('o.id', '=', (await practice()).id)
        .where('u.id', '=', (await practice()).owner.id)
        .executeTakeFirstOrThrow()
      return { testCase: await testCase(), ids, marks: [mark, name, email], target: (route) => targetOf(route, ids) }
    },
  }
}

/** Makes the records of all kinds. */
export const allRecordsOf = (...about: Parameters<typeof recordsOf>): Promise<AllRecords> => recordsOf(...about).all()

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * What must exist for a route's example: the records that it names or needs. A read's statements are counted, so it finds
 * something to show: records of the kind in its path, and of a case everything that belongs to it.
 */
function kindsFor(route: Route): Kind[] {
  const named = [...namesOf(route).map(({ kind }) => kind), ...(needs[`${route.method} ${route.path}`] ?? [])]
  if (route.method !== 'GET' || route.needs === 'public') return [...new Set(named)]
  const shown = kinds.filter((kind) => route.path.startsWith(`/${kind}/`) || route.path.endsWith(`/${kind}`))
  const all = [...named, ...shown]
  const showsCase = all.some(isOfCase) || (route.shows ?? []).some((subject) => subject.split('@')[0] === 'case')
  return [...new Set([...all, ...(showsCase ? kinds.filter(isOfCase) : [])])]
}

function targetOf(route: Route, ids: AllRecords['ids']): Target | undefined {
  const named = namesOf(route)
  const swap = (place: 'query' | 'body') =>
    Object.fromEntries(
      named
        .filter(
          (name) =>
            name.place === place &&
            name.keys.length === 1 &&
            Object.hasOwn(route.example?.[place] ?? {}, name.keys[0]!),
        )
        .map(({ keys: [key], kind }) => [key, isIdList(key!) ? [ids[kind]] : ids[kind]]),
    )
  const kind = kindOfPath(route)
  const [query, body] = [swap('query'), swap('body')]
  if (kind) return { path: ids[kind], query, body }
  return Object.keys(query).length + Object.keys(body).length > 0 ? { path: 0, query, body } : undefined
}
