import { emptyRxForm } from '@archwire/contract/rx-forms/form.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { randomUUID } from 'node:crypto'
import { lastNames } from '../data/names.ts'
import { ownerOf, practiceId, type Sizes } from '../data/sizes.ts'
import type { Call, Calls } from '../load.ts'

/** A user action, sent to product and floor alike where the floor knows it. */
export interface Scenario {
  name: string
  calls: Calls
  /** The target ratio of rates: against the floor, or against the product's own first page. */
  target?: { against: 'floor' | 'first page'; least: number }
  /** Statements that the floor needs; the product reports its own. Absent: asked of the product alone. */
  floorStatements?: number
}

const base = '/api/v1'

/** What the scenarios need to know of the running portal. */
export interface Known {
  sizes: Sizes
  /** Bearer tokens of people of the lab. */
  lab: readonly string[]
  /** Bearer tokens of the owners of the biggest practices. */
  owners: readonly string[]
  lastPage: number
  /** Where the first page ends. */
  next: string | null
}

export const listPath = `${base}/patients`

export function scenariosFor(known: Known): Scenario[] {
  let turn = 0
  /**
   * The paths in turn, each for another person of the lab; every person sends at least one. Two scenarios never start
   * with the same person.
   */
  const get = (paths: string[]): Call[] => {
    turn += 1
    return Array.from({ length: Math.max(paths.length, known.lab.length) }, (_, index) => ({
      method: 'GET',
      path: paths[index % paths.length]!,
      headers: { authorization: `Bearer ${known.lab[(turn + index) % known.lab.length]}` },
    }))
  }
  const listOf = (query: Record<string, string | number>): string =>
    `${listPath}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`
  const page = Math.min(100, known.lastPage)
  return [
    {
      name: 'list, page 1 with total',
      calls: get([listPath]),
      target: { against: 'floor', least: 0.75 },
      floorStatements: 1,
    },
    {
      name: `list, page ${page}`,
      calls: get([listOf({ page })]),
      target: { against: 'first page', least: 0.95 },
    },
    ...(known.next === null
      ? []
      : [
          {
            name: 'list, next by cursor',
            calls: get([listOf({ after: known.next })]),
            target: { against: 'first page', least: 0.95 },
          } as const,
        ]),
    {
      name: 'search by name',
      calls: get(searches().map((text) => listOf({ 'filter[search]': text }))),
      target: { against: 'floor', least: 0.7 },
      floorStatements: 1,
    },
    {
      name: 'one patient',
      calls: get(spread(400, known.sizes.patients).map((id) => `${listPath}/${id}`)),
      target: { against: 'floor', least: 0.3 },
      floorStatements: 1,
    },
    { name: 'submit', calls: submits(known), target: { against: 'floor', least: 0.4 }, floorStatements: 3 },
  ]
}

/** `count` distinct numbers from 1 to `most`, in an order that defeats caches. */
const spread = (count: number, most: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + ((index * 7_919_777) % most))

/** What people type: last names in full or in part, with a first name, a case code. */
const searches = (): string[] =>
  Array.from({ length: 40 }, (_, index) => {
    const name = lastNames[(index * 37 + 11) % lastNames.length]!
    return [name, name.slice(0, 4).toLowerCase(), `emma ${name}`, `C-${1000 + index * 13}`][index % 4]!
  })

/** A new case each time, in the biggest practices in turn, by their owners: on paper, so that no upload has to come first. */
function submits({ sizes, owners }: Known): () => Call {
  const form = {
    ...emptyRxForm(dayIn('America/Denver', new Date())),
    first_name: 'Ada',
    impression_type: 1,
    products_list: 1,
    special_instructions: 'Please keep the diastema between 11 and 21.',
  }
  let count = 0
  return () => {
    count += 1
    const practice = count % owners.length
    const owner = ownerOf(sizes, practice)
    return {
      method: 'POST',
      path: `${base}/organizations/${practiceId(sizes, practice)}/rx_forms`,
      headers: {
        authorization: `Bearer ${owners[practice]}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-user': String(owner),
      },
      body: JSON.stringify({ ...form, last_name: `Bench ${count}`, user_id: owner }),
    }
  }
}
