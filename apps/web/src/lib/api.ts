import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { fetchInTurn } from './fetch-in-turn.ts'
import { fileOf, isFile } from './file-answer.ts'
import { hearPerson, markOfPerson } from './person.ts'
import { markOfInput } from './person-input.ts'
import { searchText } from './search-text.ts'
import { hearServerTime } from './server-time.ts'

/** Uploads may take long; all other calls finish far sooner (`calls/patience`). */
const timeoutMs = 30 * 60 * 1000
const offlineMessage = 'Something went wrong. Please check your internet connection and try again.'
const fallbackMessage = 'Something went wrong, please try again.'
const otherPerson = 'Someone else has signed in on this browser.'
/** The code of failures without a call. */
const plainMessage = 'Something went wrong.'

/** A failed call: HTTP status (0 without a response), code and the message for people (`access/said-in-words`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  /** Messages by field, when the server names fields. */
  readonly fields: Record<string, string[]>

  constructor(status: number, code: number, message: string, fields: Record<string, string[]> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

interface Options {
  signal?: AbortSignal
  /** One per intent of the user, the same for every retry of it: the server then acts once. */
  idempotencyKey?: string
  /** A one-time code instead of the session's cookie. */
  bearer?: string
  /** Lets the call outlive the page. */
  keepalive?: boolean
  /** Whether a person made the call, where the page knows better than the input that came just before it. */
  byHand?: boolean
}

interface AnyInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

let onSessionEnd: ((error: ApiError) => void) | undefined

/** Sets what happens when a call finds the session gone; `/me` handles that itself and is excluded. */
export const whenSessionEnds = (handler: (error: ApiError) => void): (() => void) => {
  onSessionEnd = handler
  return () => {
    onSessionEnd = undefined
  }
}

/** What the sign-in page asks: it is read while a person signs out, too. */
const ofSignIn = new Set(['auth.me', 'settings.portal'])
let reading = new AbortController()

/**
 * Ends reading while a person signs out: reads that are under way are given up, and new ones wait for good, because
 * without the session they would fail. Returns what allows reads again.
 */
export function stopReading(): () => void {
  reading.abort()
  return () => void (reading = new AbortController())
}
const never = <T>(): Promise<T> => new Promise<T>(() => {})

let onReach: ((reached: boolean) => void) | undefined

/** Sets who hears whether calls reach the portal (lib/line.ts). */
export const whenCallsReach = (handler: (reached: boolean) => void): void => void (onReach = handler)

/** The address of a call: path parameters filled in, empty query values left out. */
export function addressOf(route: { path: string }, input: AnyInput): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    const text = searchText(value)
    if (text !== '') query.set(key, text)
  }
  const text = query.toString()
  return `/api/v1${path}${text && `?${text}`}`
}

/** Calls a route of the contract; throws `ApiError`. */
export async function call<R extends Route>(
  route: ClientRoute<R>,
  input: Input<R>,
  options: Options = {},
): Promise<Output<R>> {
  const { body } = input as AnyInput
  const stop = route.method === 'GET' && !ofSignIn.has(route.name) ? reading.signal : undefined
  if (stop?.aborted) return never()
  const headers: Record<string, string> = {
    accept: 'application/json',
    // A one-time code stands for its own person, whoever's the page is.
    ...(options.bearer ? {} : markOfPerson()),
    ...markOfInput(options.byHand),
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.bearer) headers.authorization = `Bearer ${options.bearer}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const timeout = AbortSignal.timeout(timeoutMs)
  const sentAt = Date.now()
  const send = () =>
    fetchInTurn(addressOf(route, input as AnyInput), {
      method: route.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: options.keepalive,
      signal: AbortSignal.any([timeout, options.signal, stop].filter((signal) => signal !== undefined)),
    })
  let response: Response
  try {
    response = await send()
    // A proxy that lost the portal in the middle of a write: under its key the write is done once, however often it is sent.
    if (options.idempotencyKey && isOfProxy(response)) response = await send()
    hearServerTime(response, sentAt)
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (stop?.aborted) return never()
    onReach?.(false)
    throw new ApiError(0, 0, offlineMessage)
  }
  const answer: unknown = await (isFile(response) ? fileOf(response) : response.json()).catch(() => undefined)
  if (stop?.aborted) return never()
  // A proxy speaks for a portal that is down: its pages are no words of the portal, which always answers with JSON.
  const reached = answer !== undefined || ![502, 503, 504].includes(response.status)
  onReach?.(reached)
  if (!reached) throw new ApiError(0, 0, offlineMessage)
  const ofPerson = options.bearer !== undefined || hearPerson(response)
  if (response.ok && ofPerson) return answer as Output<R>
  const error = ofPerson ? errorOf(response.status, answer) : new ApiError(401, errorCodes.otherPerson, otherPerson)
  if (error.status === 401 && route.name !== 'auth.login' && route.name !== 'auth.me') onSessionEnd?.(error)
  throw error
}

/** A 502 that the portal did not write: it answers with JSON. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  status === 502 && !headers.get('content-type')?.includes('json')

function errorOf(status: number, answer: unknown): ApiError {
  const { error, code } = (answer ?? {}) as { error?: string | Record<string, string[]>; code?: number }
  if (typeof error === 'string' && error !== '') return new ApiError(status, code ?? status, error)
  if (typeof error === 'object' && error !== null) {
    const words = Object.values(error).flat().join(' ')
    return new ApiError(status, code ?? status, words || fallbackMessage, error)
  }
  return new ApiError(status, code ?? status, fallbackMessage)
}

/** The message to show for any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : plainMessage)

/** A new key for one intent of the user. */
export const newIntent = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
