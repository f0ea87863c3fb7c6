import { maskCardNumbers } from '@archwire/contract/core/card-number.ts'
import { ProviderRefused, ProviderUnreachable } from '../port.ts'

/** How the API is reached. */
export interface StaxAccess {
  /** The base address; a function where it may change while this process runs. */
  api: string | (() => string)
  token: string
  /** How long an answer may take. */
  patienceMs?: number
}

/** An answer that is no success: its status and what the provider said. */
export interface Refusal {
  status: number
  body: unknown
  message: string
}

export type StaxAnswer = { ok: true; body: unknown } | { ok: false; refusal: Refusal }

/**
 * Statuses after which the same call may succeed later, and that did nothing. A key that is refused says nothing of the
 * card: no practice is a debtor because the lab's key has expired.
 */
const later = new Set([401, 403, 408, 425, 429])
const mostWords = 300
/** Bytes of an answer: many times what the largest list of the API has. */
const mostBytes = 256 * 1024

/**
 * The provider's own words in an answer that refuses: `{message}`, `{error}`, `{field: [messages]}`, a list of either, or
 * a text.
 */
export function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body.trim()
  if (Array.isArray(body)) return body.map(wordsOf).filter(Boolean).join(' ')
  if (typeof body !== 'object' || body === null) return ''
  const named = Object.entries(body)
  const own = named.find(([name, value]) => (name === 'message' || name === 'error') && typeof value === 'string')
  if (own) return wordsOf(own[1])
  return named
    .map(([, value]) => wordsOf(value))
    .filter(Boolean)
    .join(' ')
}

/** A text as tables hold it: no NUL, no lone surrogate, no control character, and no longer than `most`. */
export const plainWords = (text: string, most = 500): string =>
  text
    .slice(0, most)
    .toWellFormed()
    .replaceAll(/[\0\uFFFD]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/**
 * The provider's words for people, in one line: what looks like the number of a card is masked, no matter who wrote it
 * (`billing/no-card-numbers`).
 */
export const safeWords = (text: string, most = 500): string =>
  // Masked before it is cut: a part of a number would not be recognized.
  plainWords(maskCardNumbers(plainWords(text, most * 2)), most)

/** Calls the API. @throws ProviderUnreachable when there is no answer, or one that leaves the outcome open */
export async function callStax(
  access: StaxAccess,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<StaxAnswer> {
  let status: number
  let text: string
  try {
    const base = typeof access.api === 'string' ? access.api : access.api()
    const response = await fetch(base.replace(/\/$/, '') + path, {
      method,
      headers: {
        authorization: `Bearer ${access.token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(access.patienceMs ?? 15_000),
    })
    status = response.status
    text = await textOf(response)
  } catch (error) {
    throw new ProviderUnreachable('The payment provider did not answer.', { cause: error })
  }
  if (status >= 500 || later.has(status)) throw new ProviderUnreachable(`The payment provider answered ${status}.`)
  const parsed = parse(text)
  if (status < 300) return { ok: true, body: parsed }
  const words = safeWords(wordsOf(parsed), mostWords)
  return { ok: false, refusal: { status, body: parsed, message: words || `The payment provider answered ${status}.` } }
}

/** The body of an answer. @throws TypeError when it is too large: what it says is then unknown */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > mostBytes) throw new TypeError('The answer of the payment provider is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The body of a success. @throws ProviderRefused for anything else */
export function mustSucceed(answer: StaxAnswer): unknown {
  if (!answer.ok) throw new ProviderRefused(answer.refusal.message)
  return answer.body
}

/** An answer that is no JSON is a text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
