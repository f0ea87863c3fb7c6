import type { Route } from '@archwire/contract/core/route.ts'

/** Ways a call can be refused: status, name of the component, when. */
const refusals = {
  401: ['Unauthenticated', 'There is no session, or it has ended. At sign-in: the email or the password is wrong.'],
  403: [
    'Forbidden',
    'The caller may not do this. With code 2200: the email address is not verified yet. A write with the session’s cookie from another site’s page is refused, too.',
  ],
  404: ['NotFound', 'The record does not exist, or the caller has no access to it.'],
  409: ['Conflict', 'The record’s state does not allow it now, or someone else changed it first.'],
  413: ['TooLarge', 'The body is larger than this call accepts.'],
  415: ['NotJson', 'The body is not JSON.'],
  422: [
    'Invalid',
    'The request is invalid: messages by field, or one sentence. Code 2201 means that the human verification must be solved first; code 2202 means that the password is also required.',
  ],
  429: ['TooMany', 'Too much at once, or too often: `retry-after` says for how long to wait.'],
  500: ['Unexpected', 'An unexpected error. The message contains a number to report to the lab.'],
  503: [
    'Unavailable',
    'The portal cannot answer right now. Nothing was changed; `retry-after` says when to try again.',
  ],
} as const
type Refusal = keyof typeof refusals

const example: Record<Refusal, unknown> = {
  401: 'Please sign in.',
  403: "You don't have permission to do this.",
  404: 'This record does not exist.',
  409: 'Someone else is changing this right now. Please try again.',
  413: 'The request is too large.',
  415: 'Send JSON (content-type: application/json).',
  422: { first_name: ['Required'] },
  429: 'Too many attempts. Please try again in a minute.',
  500: 'Something went wrong. Please tell us this number: 1f0c9a2e',
  503: 'The portal is very busy right now. Nothing was changed; please try again.',
}

const retryAfter = { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } }

/** The named responses for every error, all of one shape. */
export const refusalComponents = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => [
      name,
      {
        description,
        ...(status === '429' || status === '503' ? { headers: { 'retry-after': retryAfter } } : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { error: example[Number(status) as Refusal], code: Number(status) },
          },
        },
      },
    ]),
  )

/** Which of them a route can return, in the order in which it refuses (`admit.ts`, `execute.ts`). */
export function refusalsOf(route: Route): Record<string, object> {
  const isPublic = route.needs === 'public'
  const writes = route.method !== 'GET'
  const can: Record<Refusal, boolean> = {
    401: !isPublic || route.example?.refused === 401,
    403: !isPublic || route.path === '/login',
    404: route.params !== undefined || (!isPublic && (route.query ?? route.body) !== undefined),
    409: writes,
    413: route.body !== undefined,
    415: route.body !== undefined,
    422: true,
    429: true,
    500: true,
    503: true,
  }
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([status]) => can[Number(status) as Refusal])
      .map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}
