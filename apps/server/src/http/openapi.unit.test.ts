import { resources } from '@archwire/contract'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { openApiDocument, openApiText, routesOfContract } from './openapi.ts'
import { apiBase } from './serve.ts'

interface Parameter {
  $ref?: string
  name: string
  description?: string
}
interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: Parameter[]
  responses: Record<string, { $ref?: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  components: Record<'schemas' | 'responses', Record<string, object>> & { parameters: Record<string, Parameter> }
}

/** Bytes of the printed document for each call. What outgrows it repeats words or shapes; price lists name every fee. */
const largestCall = 3_600

const document = openApiDocument() as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
)

/** Objects with fields of their own, as they stand in the document, with the places where they do. */
function* objectsIn(value: unknown, place: string): Generator<[text: string, place: string]> {
  if (typeof value !== 'object' || value === null) return
  if ('properties' in value && 'type' in value) yield [JSON.stringify(value), place]
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, `${place}/${key}`)
}

/** Whether two paths differ by a word in the place of an id: ids are numbers, so no one takes one for the other. */
function tellsByNumber(message: string): boolean {
  const [first, second] = [...message.matchAll(/`([^`]+)`/g)].map(([, path]) => path!.split('/'))
  return first!.some((part, at) => {
    const pair = [part, second![at]!]
    return pair.includes('{id}') && pair.some((word) => /^[a-z_-]+$/.test(word))
  })
}

describe('the OpenAPI document', () => {
  it('is without a remark of the linter', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: openApiText(), absoluteRef: 'openapi.json', config })
    // A link that leads on has no answer of its own.
    const leads = (pointer = '') => /open_(patient|file)/.test(pointer)
    const remarks = found.filter(
      ({ ruleId, message, location: [at] }) =>
        !(ruleId === 'operation-2xx-response' && leads(at?.pointer)) &&
        !(ruleId === 'no-ambiguous-paths' && tellsByNumber(message)),
    )
    expect(remarks.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it(`has at most ${largestCall} bytes a call`, () =>
    expect(Buffer.byteLength(openApiText()) / operations.length).toBeLessThanOrEqual(largestCall))

  it('names every shape that is used in several places', () => {
    const places = new Map<string, string[]>()
    for (const [text, place] of objectsIn(document, ''))
      if (text.length >= 250) places.set(text, [...(places.get(text) ?? []), place])
    // Export it from the contract under the name that it has in the field: that is all.
    expect([...places.values()].filter((same) => same.length > 1)).toEqual([])
  })

  it('has every route once, under a name of its own, in a chapter that says what it is about', () => {
    expect(operations).toHaveLength(routesOfContract().length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { call, operationId, tags } of operations) {
      expect(operationId, call).toMatch(/^[a-z][A-Za-z]+$/)
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
    }
    expect(document.tags).toEqual(
      Object.values(resources).map(({ title, description }) => ({ name: title, description })),
    )
  })

  it('says what every parameter means', () => {
    const places = [...operations, { call: 'several', parameters: Object.values(document.components.parameters) }]
    const silent = places.flatMap(({ call, parameters }) =>
      parameters.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => `${call} ${name}`),
    )
    // A comment above the field in the contract is its description: `npm run generate` brings it over.
    expect(silent).toEqual([])
  })

  it('asks for a session where the route does, and says what can go wrong', () => {
    const needsOf = new Map(
      routesOfContract().map(({ method, path, needs }) => [`${method.toLowerCase()} ${apiBase}${path}`, needs]),
    )
    for (const { call, security, responses } of operations) {
      const needs = needsOf.get(call)
      expect(security, call).toEqual(needs === 'public' ? [] : [{ bearer: [] }, { cookie: [] }])
      const done = responses['302'] ? '302' : '200'
      expect(Object.keys(responses), call).toEqual(expect.arrayContaining([done, '422', '429', '500', '503']))
      if (needs !== 'public') expect(Object.keys(responses), call).toEqual(expect.arrayContaining(['401', '403']))
      for (const [status, { $ref }] of Object.entries(responses))
        if (status !== done) expect($ref, call).toMatch(/^#\/components\/responses\/[A-Z]\w+$/)
    }
    for (const answer of Object.values(document.components.responses))
      expect(JSON.stringify(answer)).toContain('"#/components/schemas/Error"')
  })

  it('calls shapes by the words of the field', () =>
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Location', 'Me', 'Patient', 'PatientFile', 'RxForm', 'Scene', 'TechWorkflow']),
    ))
})
