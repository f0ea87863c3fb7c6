import type { PaymentFields } from '@archwire/contract/payments/schema.ts'

/** What the provider keeps: a card, or a bank account. */
export type MethodKind = 'card' | 'bank'
/** The fields that the provider shows, by the names that it gives them. */
export type HostedName = 'number' | 'cvv' | 'bank_account' | 'bank_routing'

interface Place {
  /** Of the element that the field is put into. */
  id: string
  placeholder: string
  style: string
}

/** A payment method that the provider has kept. */
interface Token {
  id: string
  customer_id: string
  method: MethodKind
  card_last_four?: string
}

/** The interface of the provider's script, as far as it is used here. */
export interface StaxJs {
  showCardForm: () => Promise<void>
  showBankForm: () => Promise<void>
  on: (event: string, listener: (state?: Record<string, boolean>) => void) => void
  tokenize: (details: Record<string, unknown>) => Promise<Token>
}

declare global {
  interface Window {
    StaxJs?: new (webToken: string, fields: Record<string, Place>) => StaxJs
  }
}

interface Hosted {
  name: HostedName
  placeholder: string
  /** Its place in the state that the provider reports. */
  valid: string
}

interface Kind {
  fields: readonly [Hosted, Hosted]
  show: 'showCardForm' | 'showBankForm'
  complete: string
  incomplete: string
}

const kinds: Record<MethodKind, Kind> = {
  card: {
    fields: [
      { name: 'number', placeholder: '0000 0000 0000 0000', valid: 'validNumber' },
      { name: 'cvv', placeholder: 'CVV', valid: 'validCvv' },
    ],
    show: 'showCardForm',
    complete: 'card_form_complete',
    incomplete: 'card_form_incomplete',
  },
  bank: {
    fields: [
      { name: 'bank_account', placeholder: 'Account number', valid: 'validAccount' },
      { name: 'bank_routing', placeholder: '9 digits', valid: 'validRouting' },
    ],
    show: 'showBankForm',
    complete: 'bank_form_complete',
    incomplete: 'bank_form_incomplete',
  },
}

/** The hosted fields of a kind, in their order on the page. */
export const hostedNames = (kind: MethodKind): HostedName[] => kinds[kind].fields.map(({ name }) => name)

export const allHostedNames: readonly HostedName[] = [...hostedNames('card'), ...hostedNames('bank')]

/** How long the script and the fields are waited for, and how long an answer is. */
const loadingMs = 30_000
const answerMs = 60_000

/** The script, its fields or its answer did not come. */
export class ProviderSilent extends Error {}

/** The same promise, refused when it takes too long. */
async function inTime<T>(promise: Promise<T>, ms = loadingMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderSilent()), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

const scripts = new Map<string, Promise<NonNullable<Window['StaxJs']>>>()

/** Loads the provider's script, once; one that did not load is loaded again by the next call. */
function loadScript(address: string): Promise<NonNullable<Window['StaxJs']>> {
  const known = scripts.get(address)
  if (known) return known
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loaded = inTime(
    new Promise<NonNullable<Window['StaxJs']>>((resolve, reject) => {
      script.addEventListener('error', () => reject(new ProviderSilent()))
      script.addEventListener('load', () =>
        window.StaxJs ? resolve(window.StaxJs) : reject(new ProviderSilent('The script has no StaxJs.')),
      )
    }),
  )
  loaded.catch(() => {
    scripts.delete(address)
    script.remove()
  })
  scripts.set(address, loaded)
  document.head.append(script)
  return loaded
}

/** The provider's fields on the page. */
export interface HostedForm {
  /**
   * Gives the provider what was entered in its fields, with these details.
   * @throws what the provider refuses it with (`refusalOf`)
   */
  tokenize: (details: Record<string, unknown>) => Promise<Token>
}

let places = 0

/**
 * Shows the provider's fields, in frames of its origin: no script of the portal can read them.
 * @param hosts the elements that they are put into; removing what was put there ends them
 * @param onValid is called with what is complete, whenever that is reported
 */
export async function showHostedFields(
  { script, web_token }: PaymentFields,
  kind: MethodKind,
  hosts: ReadonlyMap<HostedName, HTMLElement>,
  onValid: (valid: ReadonlyMap<HostedName, boolean>) => void,
): Promise<HostedForm> {
  const { fields, show, complete, incomplete } = kinds[kind]
  const Provider = await loadScript(script)
  const given = Object.fromEntries(
    fields.map(({ name, placeholder }) => {
      const host = hosts.get(name)!
      host.id = `hosted-field-${++places}`
      return [name, { id: host.id, placeholder, style: styleIn(host) }]
    }),
  )
  const provider = new Provider(web_token, given)
  for (const event of [complete, incomplete])
    provider.on(event, (state) =>
      onValid(new Map(fields.map(({ name, valid }) => [name, state?.[valid] ?? event === complete]))),
    )
  await inTime(provider[show]())
  return { tokenize: (details) => inTime(provider.tokenize(details), answerMs) }
}

/** A frame does not inherit: the look of our own fields as the provider takes it. */
function styleIn(host: HTMLElement): string {
  const { color, fontFamily, fontSize } = getComputedStyle(host)
  const font = `font-family:${fontFamily.replaceAll('"', "'")};font-size:${fontSize}`
  return `box-sizing:border-box;width:100%;height:100%;padding:0 11px;border:0;outline:0;background:transparent;color:${color};${font}`
}

/** Why the provider refused what it was given: its message, or messages by its fields' names. */
export interface Refusal {
  message: string | undefined
  fields: readonly (readonly [field: string, message: string])[]
}

/** Reads a refusal of `tokenize`: a text, an error, or a list of fields and messages in any of the usual shapes. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof ProviderSilent) return { message: undefined, fields: [] }
  if (typeof thrown === 'string') return { message: textOf(thrown), fields: [] }
  if (typeof thrown !== 'object' || thrown === null) return { message: undefined, fields: [] }
  const { message, errors } = thrown as { message?: unknown; errors?: unknown }
  const fields = pairsOf(errors ?? (message === undefined && !(thrown instanceof Error) ? thrown : undefined))
  return { message: textOf(message), fields }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** `[{ field, message }]`, `[[field, message]]` and `{ field: message or messages }`. */
function pairsOf(list: unknown): [string, string][] {
  if (typeof list !== 'object' || list === null) return []
  const entries: [unknown, unknown][] = Array.isArray(list)
    ? (list as unknown[]).map((item) => {
        if (Array.isArray(item)) return [item[0], item[1]]
        const { field, message } = (item ?? {}) as { field?: unknown; message?: unknown }
        return [field, message]
      })
    : Object.entries(list)
  return entries.flatMap(([field, said]) => {
    const message = textOf(Array.isArray(said) ? said.find((text) => textOf(text)) : said)
    return typeof field === 'string' && message ? [[field, message]] : []
  })
}
