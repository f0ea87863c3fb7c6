import type { SearchHit, SearchModel } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { meantWords } from './protocol/meant.sql.ts'
import { tiersOf, type Meant } from './protocol/words.ts'

/** A document, as far as a line says it. */
export type BestDocument = Pick<
  SearchHit,
  'model' | 'model_id' | 'filter' | 'full_name' | 'account_number' | 'organizations' | 'is_archived'
> & {
  /** 0: its account number was typed. 1: by words of its name, or a phone number. 2: by anything else. */
  place: 0 | 1 | 2
}

interface Asked {
  models: readonly SearchModel[]
  /** The condition on `search_documents s` that the person's rights are. */
  reach: RawBuilder<boolean>
  /** What comes first among documents `s` that match equally well, by this number. */
  nearness: RawBuilder<unknown>
  /** So many of each kind. */
  each: number
}

/** Digits of what may be a phone number, with the signs that people write between them. */
const phoneIn = (typed: string): string | undefined =>
  /^\+?[\d\s().-]{7,24}$/.test(typed) ? /^\d{7,}$/.exec(typed.replaceAll(/\D/g, ''))?.[0] : undefined

/** A phone number from its beginning, with or without the country's. */
const phoneQuery = (digits: string): string =>
  [digits, digits.startsWith('1') ? digits.slice(1) : `1${digits}`].map((number) => `'${number}':*`).join(' | ')

const fields = sql`'model', x.model, 'model_id', x.model_id, 'filter', x.filter, 'is_archived', x.is_archived,
  'full_name', h.document ->> 'full_name', 'account_number', h.document ->> 'account_number', 'organizations', h.document -> 'organizations'`

/**
 * The few documents that a typed text means most likely, of each kind: by the words of their names, else by any words;
 * with typos only where nothing else is found (`search/words`). Locations are found by their phone number alone. Nothing is
 * counted, so that it is fast enough for every key.
 */
export async function bestDocuments(db: Db, typed: string, asked: Asked): Promise<BestDocument[]> {
  const words = enough(await meantWords(db, typed, { typos: false }))
  if (words.length === 0) return []
  const found: BestDocument[] = []
  const add = async (tier: string, place: BestDocument['place'], models = asked.models) => {
    const known = new Set(found.map(keyOf))
    const more = await readTier(db, tier, { ...asked, models })
    found.push(...more.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, place })))
  }
  const phone = phoneIn(typed.trim())
  if (phone) await add(phoneQuery(phone), 1, [...asked.models, 'location'])
  // A few letters start a word of half of all addresses: they count in names.
  const counts = (tier: string) => placeOf(tier) === 1 || words.at(-1)!.word.length >= 4
  const tiers = tiersOf(words)
  const isFull = () => asked.models.every((model) => found.filter((one) => one.model === model).length >= asked.each)
  for (const tier of tiers) if (!isFull() && counts(tier)) await add(tier, placeOf(tier))
  if (found.length === 0)
    for (const tier of tiersOf(enough(await meantWords(db, typed))).slice(tiers.length))
      if (found.length === 0) await add(tier, placeOf(tier))
  const number = typed.trim().toUpperCase()
  return fewOf(found, asked.each).map((one) =>
    one.account_number?.toUpperCase() === number ? { ...one, place: 0 } : one,
  )
}

/** The beginning of one letter is most of the index: it has to be a word. */
const enough = (words: Meant[]): Meant[] =>
  words.map((word) => ({ ...word, begins: word.begins && word.word.length > 1 }))

/** Words of a name are kept behind an equals sign. */
const placeOf = (tier: string) => (tier.includes(`'=`) ? 1 : 2)
const keyOf = ({ model, model_id }: Pick<BestDocument, 'model' | 'model_id'>): string => `${model} ${model_id}`

async function readTier(
  db: Db,
  tier: string,
  { models, reach, nearness, each }: Asked,
): Promise<Omit<BestDocument, 'place'>[]> {
  const { rows } = await sql<{ document: Omit<BestDocument, 'place'> }>`
    select jsonb_build_object(${fields}) as document from (
      select s.model, s.model_id, s.filter, s.is_archived, row_number() over (partition by s.model order by s.is_archived, ${nearness}, s.full_name_sort, s.model_id) as n
      from search_documents s where s.words @@ ${tier}::tsquery and s.model = any(${[...models]}::text[]) and ${reach}) x
      join search_hits h using (model, model_id)
    where x.n <= ${each} order by x.n`.execute(db)
  return rows.map(({ document }) => document)
}

/** Documents by their keys, as far as they are within reach. */
export async function documentsByKey(
  db: Db,
  keys: readonly { model: SearchModel; id: number }[],
  reach: RawBuilder<boolean>,
): Promise<BestDocument[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ document: Omit<BestDocument, 'place'> }>`
    select jsonb_build_object(${fields}) as document
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (model text, id int)
      join (select s.* from search_documents s where ${reach}) x on x.model = k.model and x.model_id = k.id
      join search_hits h on h.model = k.model and h.model_id = k.id`.execute(db)
  return rows.map(({ document }) => ({ ...document, place: 1 }))
}

/** The first few of each kind. */
function fewOf(found: readonly BestDocument[], each: number): BestDocument[] {
  const counts = new Map<string, number>()
  return found.filter(({ model }) => {
    const count = (counts.get(model) ?? 0) + 1
    counts.set(model, count)
    return count <= each
  })
}
