import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { z } from 'zod'
import { pathOf } from '../app.ts'
import { asOfToday } from './example-days.ts'
import { fields, isKind, type Kind } from './kinds.ts'

/**
 * A place in a call that names a record: `keys` lead to it, `[]` stands for each entry of a list. In a path they are the
 * name of a further parameter, and none for the first one.
 */
export interface Name {
  place: 'path' | 'query' | 'body'
  keys: string[]
  kind: Kind
}

/** What everyone reads who is signed in: no one's records. */
const catalogs = ['products', 'survey_questions', 'promotion_codes/validate_code']

/** The kind of record that stands in a route's path; undefined where none does. */
export function kindOfPath(route: Route): Kind | undefined {
  // A token is its own key, and the mailbox stands in for mail in development: neither is anybody's record.
  if (route.needs === 'public') return undefined
  const noun = /^\/(.+?)\/\{/.exec(route.path)?.[1]
  if (noun === undefined || catalogs.includes(noun)) return undefined
  // A closed order is refused.
  if (/\/(add_discount_or_charge|promotion_code)$/.test(route.path)) return 'open_orders'
  if (isKind(noun)) return noun
  throw new TypeError(`${route.method} ${route.path}: whose is a record of ${noun}? Say it in reachOf`)
}

/** Types, states and methods are rows of catalogs that everyone reads, no one's records. */
const isOfCatalog = (name: string): boolean => /_(?:type|status|method)_id$/.test(name)

function kindOfField(route: Route, keys: string[]): Kind | null {
  const name = keys.at(-1)!.split('.').at(-1)!
  const owner = keys.at(-2) === '[]' ? keys.at(-3) : route.path.split('/')[1]
  if (name === 'ids' && isKind(owner!)) return owner
  if (name === 'id' && owner === 'contacts') return 'contacts'
  if (name === 'id' && owner === 'printing_request_items') return 'printing_request_items'
  if (name === 'id' && owner === 'processes') return 'tech_workflow_processes'
  // What was seen of the records that `ids` names: compared with these, and nothing is read by it.
  if (name === 'id' && owner === 'seen') return null
  // The owner, who is found for all others, cannot leave.
  if (name === 'user_id' && /\/(?:remove_member|change_role)$/.test(route.path)) return 'members'
  // Work is done by people of the lab.
  if (name === 'user_id' && owner === 'processes') return null
  const kind = fields[name]
  if (kind === undefined && isOfCatalog(name)) return null
  if (kind === undefined)
    throw new TypeError(`${route.method} ${route.path}: whose is the record of ${keys.join('.')}? Say it in fields`)
  return kind
}

/** Fields that hold several ids. */
export const isIdList = (key: string): boolean => ['ids', 'users', 'photo_ids', 'case_ids', 'member_ids'].includes(key)

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

function* idFields(schema: JsonSchema, keys: string[] = []): Generator<string[]> {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    if (/(?:^|[_.])ids?$/.test(key) || key === 'hand_over_to' || key === 'replaces' || isIdList(key))
      yield [...keys, key]
    yield* idFields(inner, [...keys, key])
  }
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* idFields(inner, keys)
  if (schema.items) yield* idFields(schema.items, [...keys, '[]'])
}

const jsonOf = (schema: Schema) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Every place of a route's call that names a record, from its path and its schemas. */
export function namesOf(route: Route): Name[] {
  const kind = kindOfPath(route)
  const names: Name[] = kind ? [{ place: 'path', keys: [], kind }] : []
  for (const [, parameter] of route.path.matchAll(/\{(\w+Id)\}/g))
    names.push({ place: 'path', keys: [parameter!], kind: fields[parameter!]! })
  for (const place of ['query', 'body'] as const) {
    if (!route[place]) continue
    for (const keys of idFields(jsonOf(route[place]))) {
      const named = kindOfField(route, keys)
      if (named) names.push({ place, keys, kind: named })
    }
  }
  return names
}

/** Records by their kinds: at least those that a call names. */
export type Ids = Partial<Record<Kind, string | number>>

/** A copy of `value` with `id` at the place that `keys` lead to; undefined where the value has no list there. */
export function withId(value: unknown, keys: readonly string[], id: number | string): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return id
  if (key === '[]')
    return Array.isArray(value) && value.length > 0 ? value.map((entry) => withId(entry, rest, id)) : undefined
  const inner = (value as Record<string, unknown>)[key]
  const changed = rest.length === 0 ? (isIdList(key) ? [id] : id) : withId(inner ?? {}, rest, id)
  return changed === undefined ? undefined : { ...(value as object), [key]: changed }
}

/**
 * A call of the route's example in which every record that it names is one of `ids`; `but` puts one other id in one place.
 * What the example leaves out stays out, unless it is the place that is tried.
 */
export function callOf(route: Route, ids: Ids, but?: { name: Name; id: string | number }) {
  const { params, query, body } = asOfToday(route.example ?? {})
  const parts = { path: { ...params }, query: { ...query }, body: { ...body } } as Record<
    string,
    Record<string, unknown>
  >
  const put = ({ place, keys }: Name, id: string | number) => {
    const [parameter] = keys
    const inPath = parameter === undefined ? { id, viewer_id: id } : { [parameter]: id }
    const part = place === 'path' ? inPath : withId(parts[place], keys, id)
    parts[place] = { ...parts[place], ...(part as object | undefined) }
  }
  for (const name of namesOf(route)) {
    if (name.place !== 'path' && !Object.hasOwn(parts[name.place]!, name.keys[0]!)) continue
    const id = ids[name.kind]
    if (id === undefined)
      throw new TypeError(`${route.method} ${route.path} names one of ${name.kind}, and none is made`)
    put(name, id)
  }
  if (but) put(but.name, but.id)
  return { path: pathOf(route, parts.path, parts.query), body: route.body ? parts.body : undefined }
}
