import { api } from '@archwire/contract'
import { ErrorBody } from '@archwire/contract/core/errors.ts'
import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { z } from 'zod'
import { apiBase } from './serve.ts'

/** Every route of the contract, in order. */
export const routesOfContract = (): Route[] =>
  Object.values(api).flatMap((module) => Object.values(module as Record<string, Route>))

const jsonSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' })
  return rest as { properties?: Record<string, object>; required?: string[] }
}

const parameters = (schema: Schema | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** The OpenAPI 3.1 document, from the contract alone: no database, no server. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routesOfContract()) {
    const needs = typeof route.needs === 'string' ? [route.needs] : [...route.needs]
    ;(paths[apiBase + route.path] ??= {})[route.method.toLowerCase()] = {
      summary: route.summary,
      description: `Needs: ${needs.join(' or ')}. Specification: ${route.spec}.`,
      parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
      ...(route.body
        ? {
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: jsonSchema(route.body, 'input'), example: route.example?.body },
              },
            },
          }
        : {}),
      responses: {
        200: { description: 'Done', content: { 'application/json': { schema: jsonSchema(route.returns, 'output') } } },
        default: {
          description: 'An error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      security: needs.includes('public') ? [] : [{ bearer: [] }, { cookie: [] }],
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Archwire', version: '1', description: 'The portal of a dental and orthodontic digital lab.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'archwire_session' },
      },
    },
  }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A reference to browse, without script: one section a call, with its schemas. */
export function referencePage(): string {
  const sections = routesOfContract().map((route) => {
    const needs = typeof route.needs === 'string' ? route.needs : route.needs.join(' or ')
    const shape = (title: string, schema: Schema | undefined, io: 'input' | 'output') =>
      schema
        ? `<details><summary>${title}</summary><pre>${escape(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre></details>`
        : ''
    return `<section><h2><code>${route.method} ${apiBase}${route.path}</code></h2><p>${escape(route.summary)}</p><p>Needs <code>${needs}</code>; ${escape(route.spec)}</p>
${shape('Query', route.query, 'input')}${shape('Body', route.body, 'input')}${shape('Answer', route.returns, 'output')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Archwire API</title></head>
<body><h1>Archwire API</h1><p><a href="${apiBase}/openapi.json">OpenAPI 3.1 document</a></p>${sections.join('\n')}</body></html>`
}
