/** What the provider keeps: a card, or a bank account. */
export type MethodKind = 'card' | 'bank'
/** The fields that the provider shows, by the names that it gives them. */
export type HostedName = 'number' | 'cvv' | 'bank_account' | 'bank_routing'
export type Scheme = 'light' | 'dark'

/** The hosted fields of a kind, in their order on the page, with their labels. */
export const hostedLabels: Record<MethodKind, readonly (readonly [name: HostedName, label: string])[]> = {
  card: [
    ['number', 'Card number'],
    ['cvv', 'CVV'],
  ],
  bank: [
    ['bank_account', 'Account number'],
    ['bank_routing', 'Routing number'],
  ],
}

/** The first message to the document, which carries the port for all others. */
export interface Setup {
  type: 'archwire:payment-fields'
  /** The address of the provider's script, and the public key of the lab's account. */
  script: string
  webToken: string
  kind: MethodKind
  scheme: Scheme
  /** The color of the page behind the frame: `rgb(…)`. */
  ground: string
  /** The page is a phone's: one column, larger fields. */
  narrow: boolean
}

/** What the page requests of the document. */
export type PageMessage =
  | { type: 'errors'; errors: Partial<Record<HostedName, string>> }
  | { type: 'focus'; name: HostedName }
  | { type: 'scheme'; scheme: Scheme; ground: string }
  /** Gives the provider what was entered, with these details. */
  | { type: 'tokenize'; request: number; details: Record<string, string> }

/** Why the provider refused what it was given: its message, or messages by its fields' names. */
export interface Refusal {
  message: string | undefined
  fields: readonly (readonly [field: string, message: string])[]
}

/** What the document reports to the page. */
export type FieldsMessage =
  /** The provider's fields are shown; or they could not be loaded. */
  | { type: 'ready' }
  | { type: 'failed' }
  /** Its height in CSS pixels. */
  | { type: 'height'; height: number }
  /** Which fields are complete. */
  | { type: 'valid'; valid: readonly (readonly [name: HostedName, isComplete: boolean])[] }
  | { type: 'token'; request: number; token: string }
  | { type: 'refused'; request: number; refusal: Refusal }

const isOneOf = <T extends string>(value: unknown, all: readonly T[]): value is T => all.includes(value as T)
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
const hostedNames: readonly HostedName[] = ['number', 'cvv', 'bank_account', 'bank_routing']
const schemes: readonly Scheme[] = ['light', 'dark']
const most = { address: 2000, token: 200, words: 500, messages: 20, height: 2000 }

const isColor = (value: unknown): value is string => isText(value, 100) && /^rgba?\([\d., /]+\)$/.test(value)

const record = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}

/** The first message, or null when it is none (`safety/pages`). */
export function setupIn(data: unknown): Setup | null {
  const { type, script, webToken, kind, scheme, ground, narrow } = record(data)
  const isWhole =
    type === 'archwire:payment-fields' &&
    isText(script, most.address) &&
    isText(webToken, most.address) &&
    isOneOf<MethodKind>(kind, ['card', 'bank']) &&
    isOneOf(scheme, schemes) &&
    isColor(ground) &&
    typeof narrow === 'boolean'
  return isWhole ? { type, script, webToken, kind, scheme, ground, narrow } : null
}

/** A message of the page, or null when it is none. */
export function pageMessage(data: unknown): PageMessage | null {
  const { type, errors, name, scheme, ground, request, details } = record(data)
  if (type === 'focus' && isOneOf(name, hostedNames)) return { type, name }
  if (type === 'scheme' && isOneOf(scheme, schemes) && isColor(ground)) return { type, scheme, ground }
  if (type === 'errors')
    return {
      type,
      errors: Object.fromEntries(
        Object.entries(record(errors)).filter(
          ([field, words]) => isOneOf(field, hostedNames) && isText(words, most.words),
        ),
      ),
    }
  if (
    type === 'tokenize' &&
    Number.isSafeInteger(request) &&
    Object.values(record(details)).every((one) => typeof one === 'string')
  )
    return { type, request: request as number, details: record(details) as Record<string, string> }
  return null
}

/**
 * A message of the document, or null when it is none. The provider's script can send whatever it likes: nothing but these
 * shapes is taken, and texts are shown as texts.
 */
export function fieldsMessage(data: unknown): FieldsMessage | null {
  const { type, height, valid, request, token, refusal } = record(data)
  if (type === 'ready' || type === 'failed') return { type }
  if (type === 'height' && typeof height === 'number' && height >= 0 && height <= most.height) return { type, height }
  if (type === 'valid' && Array.isArray(valid)) return { type, valid: pairs(valid, isHosted, isFlag) }
  if (!Number.isSafeInteger(request)) return null
  if (type === 'token' && isText(token, most.token) && /^[\w.:-]+$/.test(token))
    return { type, request: request as number, token }
  if (type !== 'refused') return null
  const { message, fields } = record(refusal)
  return {
    type,
    request: request as number,
    refusal: {
      message: isText(message, most.words) ? message : undefined,
      fields: Array.isArray(fields) ? pairs(fields, isWords, isWords) : [],
    },
  }
}

const isHosted = (value: unknown): value is HostedName => isOneOf(value, hostedNames)
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWords = (value: unknown): value is string => isText(value, most.words)

const pairs = <A, B>(list: unknown[], isA: (value: unknown) => value is A, isB: (value: unknown) => value is B) =>
  list
    .slice(0, most.messages)
    .flatMap((pair): [A, B][] => (Array.isArray(pair) && isA(pair[0]) && isB(pair[1]) ? [[pair[0], pair[1]]] : []))
