import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './index.ts'
import type { Route } from './core/route.ts'
import { subjectOf, subjects, type RealtimeEvent } from './subjects.ts'

const routes = Object.values(api).flatMap((module) => Object.values(module as Record<string, Route>))

test('every event tells of one kind of record, or of the stream itself', () => {
  const told = Object.entries(subjects).flatMap(([subject, { changed }]) => (changed ? [[subject, changed.event]] : []))
  expect(told.length).toBeGreaterThan(3)
  for (const [subject, event] of told) expect(subjectOf(event as RealtimeEvent), event).toBe(subject)
  expect(new Set(told.map(([, event]) => event)).size).toBe(told.length)
  for (const event of ['session.ended', 'resync'] as const) expect(subjectOf(event), event).toBeUndefined()
})

test('reads say what they show, writes what they change, of kinds that there are', () => {
  for (const { method, path, shows, changes } of routes) {
    expect(method === 'GET' ? changes : shows, path).toBeUndefined()
    for (const shown of (method === 'GET' ? shows : changes)!) expect(subjects).toHaveProperty(shown.split('@')[0]!)
  }
})

test('a kind that something changes is shown somewhere', () => {
  const changed = new Set(routes.flatMap(({ changes = [] }) => changes))
  const shown = new Set(routes.flatMap(({ shows = [] }) => shows.map((shownKind) => shownKind.split('@')[0])))
  expect([...changed].filter((subject) => !shown.has(subject))).toEqual([])
})

test('the place of an id is one that the call or its answer has', () => {
  interface Json {
    properties?: Record<string, Json>
  }
  const at = (schema: Json, [key, ...rest]: string[]): boolean =>
    key === undefined || (schema.properties?.[key] !== undefined && at(schema.properties[key], rest))
  const json = (schema: unknown) =>
    z.toJSONSchema(schema as z.ZodType, { io: 'output', unrepresentable: 'any' }) as Json
  const places = routes.flatMap((route) => (route.shows ?? []).map((shown) => [route, shown.split('@')[1]] as const))
  let counted = 0
  for (const [route, place] of places) {
    if (place === undefined) continue
    const keys = place.split('.')
    const fine = keys[0] === 'params' ? at(json(route.params), keys.slice(1)) : at(json(route.returns), keys)
    expect(fine, `${route.path}: ${place}`).toBe(true)
    counted += 1
  }
  expect(counted).toBeGreaterThan(3)
})
