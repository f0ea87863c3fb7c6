import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { api, resources } from '@archwire/contract'
import { ErrorBody } from '@archwire/contract/core/errors.ts'
import type { Route, Schema } from '@archwire/contract/core/route.ts'
import { callWords } from '@archwire/contract/words.gen.ts'
import { refusalComponents, refusalsOf } from './openapi/answers.ts'
import { shapesOf, type Json } from './openapi/shapes.ts'
import { shareParameters } from './openapi/shared-parameters.ts'
import { withWords } from './openapi/words.ts'
import { keepsAnswers } from './idempotency.ts'
import { apiBase } from './serve.ts'
import { sessionCookie } from './session-cookie.ts'

/** Every route of the contract, in order. */
export const routesOfContract = (): Route[] => named().map(({ route }) => route)

interface NamedRoute {
  resource: keyof typeof resources
  verb: string
  route: Route
}

const named = (): NamedRoute[] =>
  Object.entries(api).flatMap(([resource, routes]) =>
    Object.entries(routes as Record<string, Route>).map(([verb, route]) => ({
      resource: resource as keyof typeof resources,
      verb,
      route,
    })),
  )

/** Where a part's schema is kept while the document is made: `patients.list answer`. */
const keyOf = ({ resource, verb }: NamedRoute, part: string) => `${resource}.${verb} ${part}`

/** `patients.list` → `patientsList`: the name of the call in generated clients. */
const operationId = ({ resource, verb }: NamedRoute) => resource + verb[0]!.toUpperCase() + verb.slice(1)

/** Keys of a query or of the path, each a parameter with its description and the route's example. */
function parameters(schema: Json, place: 'path' | 'query', example: object = {}): object[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    const value = (example as Record<string, string | number>)[name]
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      // In an address everything is text.
      ...(value === undefined ? {} : { example: rest.type === 'string' ? String(value) : value }),
    }
  })
}

/** The bytes of a file, of whatever type the call asked for. */
const fileContent = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

const permissionWords = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ')

/** Who may call it and send which field, and how often. */
function about({ needs, fieldPermissions, rate, oneTimeCode, secret, signed }: Route): string {
  const who =
    needs === 'public'
      ? 'No session needed.'
      : needs === 'session'
        ? 'Needs a session.'
        : `Needs ${permissionWords(typeof needs === 'string' ? [needs] : needs)}.`
  return [
    who,
    ...Object.entries(fieldPermissions ?? {}).map(
      ([field, permissions]) => `To send \`${field}\` needs ${permissionWords(permissions)}.`,
    ),
    rate && `At most ${rate.max} a minute per ${rate.per === 'user' ? 'person' : 'address'}.`,
    oneTimeCode && 'Also open to a one-time code as bearer token.',
    signed && 'Signed by its sender, in headers of its own, over the bytes of the body.',
    secret && 'The answer is given once: an `idempotency-key` does not keep it.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The document as it is printed: a line per value, so that two versions can be compared. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 1)}\n`

/** The OpenAPI 3.1 document, from the contract alone: no database, no server. */
export function openApiDocument(): object {
  const routes = named()
  const parts = (names: ('params' | 'query' | 'body' | 'returns')[]) =>
    Object.fromEntries(
      routes.flatMap((entry) =>
        names.flatMap((name): [string, Schema][] =>
          entry.route[name] && !(name === 'returns' && entry.route.file)
            ? [[keyOf(entry, name), entry.route[name]]]
            : [],
        ),
      ),
    )
  const shapes = shapesOf(parts(['params', 'query', 'body']), { ...parts(['returns']), error: ErrorBody })
  const partOf = (entry: NamedRoute, name: 'params' | 'query' | 'body' | 'returns'): Json =>
    withWords(shapes.shapeOf(keyOf(entry, name)), callWords[entry.resource], `${entry.verb}/${name}/`)

  const operation = (entry: NamedRoute) => {
    const { route } = entry
    return {
      operationId: operationId(entry),
      tags: [resources[entry.resource].title],
      summary: route.summary,
      description: about(route),
      security: route.needs === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
      parameters: [
        ...(route.params ? parameters(partOf(entry, 'params'), 'path', route.example?.params) : []),
        ...(route.query ? parameters(partOf(entry, 'query'), 'query', route.example?.query) : []),
        ...(keepsAnswers(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      ...(route.body
        ? {
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: partOf(entry, 'body'),
                  ...(route.example?.body ? { example: route.example.body } : {}),
                },
              },
            },
          }
        : {}),
      responses: {
        ...(route.redirects
          ? { 302: { description: 'Leads to a page of the portal; without a session, to the sign-in' } }
          : {
              200: {
                description: route.stream ? 'A stream of events, which stays open' : 'Done',
                content: route.file
                  ? fileContent
                  : {
                      [route.stream ? 'text/event-stream' : 'application/json']: { schema: partOf(entry, 'returns') },
                    },
              },
            }),
        ...refusalsOf(route),
      },
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for (const entry of routes)
    (paths[apiBase + entry.route.path] ??= {})[entry.route.method.toLowerCase()] = operation(entry)
  const shared = shareParameters(Object.values(paths).flatMap((methods) => Object.values(methods)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Archwire',
      version: '1',
      description: introduction,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.values(resources).map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas: shapes.components,
      responses: refusalComponents(),
      parameters: {
        ...shared,
        IdempotencyKey: {
          name: 'idempotency-key',
          in: 'header',
          description:
            'One key per action, repeated on every retry of that action. The call then takes effect once, and a retry gets the first answer.',
          schema: { type: 'string', pattern: '^[\\w.:-]{8,128}$' },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'For programs: the `token` that `POST /login` answers. After three wrong passwords for an account within 15 minutes it asks programs for a solved bot check, too (422, code 2201).',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description:
            'For the portal’s own pages: `POST /login` sets it, and no script can read it. A write with it has to come from one of those pages.',
        },
      },
    },
  }
}

const introduction = `The portal of a dental and orthodontic digital lab.

**Sign in.** Programs call \`POST ${apiBase}/login\` and send the \`token\` of its answer as \`Authorization: Bearer …\`. In a browser that is signed in to the portal the calls on this page go out with its session's cookie: there is nothing to enter.

**Errors** have one shape, \`Error\`: a sentence, or messages by field; \`code\` is the HTTP status or one that means more (${Object.values(errorCodes).join(', ')}).

**Lists** come in pages; \`meta.total\` is exact up to 10,000. **Days** are \`YYYY-MM-DD\` without a zone, **instants** ISO 8601 in UTC, **money** is in dollars.

**Rules** are names of sentences in the repository's \`docs/product\`, which say what a call does.`
