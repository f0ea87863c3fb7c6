import { paletteKinds } from '@archwire/contract/palette/kinds.ts'
import type { palette } from '@archwire/contract/palette/routes.ts'
import type { PaletteAnswer } from '@archwire/contract/palette/schema.ts'
import type { Parsed } from '@archwire/contract/core/route.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { findCases, latestCases, namedCases } from './cases.sql.ts'
import { idsOf, mayFind, type Asked, type Found, type Opened } from './kinds.ts'
import { findParcels, findRequests, namedRequests } from './of-cases.sql.ts'
import { findPeople, namedPeople } from './people.sql.ts'
import { findInvoices, findTrays, namedInvoices, namedTrays } from './records.sql.ts'

type Query = Parsed<typeof palette.search>['query']

/**
 * The records that a typed text means, of every kind that the person may read; without a text those of them that the browser
 * names as opened lately, or where none is left, the cases that changed last (`screens/palette`). `logged` is for the access log.
 */
export async function searchPalette(db: Db, actor: Actor, query: Query): Promise<PaletteAnswer & { logged: number[] }> {
  const typed = typedIn(query.keyword ?? '')
  const recent = openedIn(query.recent)
  const chosen = actor.isManagement ? query.chosen_wi_organization_id : undefined
  const searched = paletteKinds.filter((kind) => mayFind(actor, kind))
  const answer = (basis: PaletteAnswer['basis'], found: Found[]) => ({
    basis,
    searched,
    hits: found.map(({ place: _place, logged: _logged, ...hit }) => hit),
    logged: [...new Set(found.flatMap(({ logged = [] }) => logged))],
  })
  if (typed !== '') return answer('found', inOrder(await find(db, actor, { typed, recent, chosen })))
  const opened = await named(db, actor, recent)
  if (opened.length > 0) return answer('recent', opened)
  return answer('latest', mayFind(actor, 'case') ? await latestCases(db, actor, chosen) : [])
}

/** A comma between words is none of them: `Quickly, Zelda`. Within a number it stays. */
const typedIn = (keyword: string): string => keyword.replaceAll(/,(?!\d)|(?<!\d),/g, ' ').trim()

const openedIn = (recent: string | undefined): Opened[] =>
  (recent?.split(',') ?? []).map((one) => {
    const [kind, id] = one.split('-')
    return { kind: kind as Opened['kind'], id: Number(id) }
  })

/** The kinds beside each other, in three queues: a key on the keyboard is one call, and holds few connections. */
async function find(db: Db, actor: Actor, asked: Asked): Promise<Found[]> {
  const may = (kind: Opened['kind']) => mayFind(actor, kind)
  const ofCases = async (): Promise<Found[]> => {
    if (!may('case')) return []
    const { hits, more } = await findCases(db, actor, asked)
    return [...hits, ...(may('request') ? await findRequests(db, actor, more) : [])]
  }
  const ofRecords = async (): Promise<Found[]> => [
    ...(may('tray') ? await findTrays(db, actor, asked) : []),
    ...(may('invoice') ? await findInvoices(db, actor, asked) : []),
    ...(may('parcel') ? await findParcels(db, actor, asked) : []),
  ]
  return (await Promise.all([ofCases(), findPeople(db, actor, asked), ofRecords()])).flat()
}

/** Hits of one kind together, in their order; the kind with the best hit first. */
function inOrder(found: readonly Found[]): Found[] {
  const groups = paletteKinds.map((kind) => found.filter((hit) => hit.kind === kind)).filter(({ length }) => length > 0)
  const best = (group: readonly Found[]) => Math.min(...group.map(({ place }) => place))
  return groups.toSorted((a, b) => best(a) - best(b)).flat()
}

/** What was opened lately, in that order, as far as the person may still read it. */
async function named(db: Db, actor: Actor, recent: readonly Opened[]): Promise<Found[]> {
  const read = async (
    kind: Opened['kind'],
    how: (db: Db, actor: Actor, wanted: readonly number[]) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const wanted = idsOf(kind, recent)
    return wanted.length > 0 && mayFind(actor, kind) ? how(db, actor, wanted) : []
  }
  const found = [
    ...(await read('case', namedCases)),
    ...(await read('request', namedRequests)),
    ...(await read('tray', namedTrays)),
    ...(await read('invoice', namedInvoices)),
    ...(recent.length > 0 ? await namedPeople(db, actor, recent) : []),
  ]
  return recent.flatMap(({ kind, id }) => found.filter((hit) => hit.kind === kind && hit.id === id))
}
