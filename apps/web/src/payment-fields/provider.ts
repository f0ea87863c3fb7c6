import type { HostedName, MethodKind } from './messages.ts'
import { ProviderSilent } from './refusal.ts'

/** A place for one of the provider's fields. */
export interface Place {
  /** Of the element that the field is put into. */
  id: string
  placeholder: string
  style: string
}

/** The interface of the provider's script, as far as it is used here. */
export interface StaxJs {
  showCardForm: () => Promise<void>
  showBankForm: () => Promise<void>
  on: (event: string, listener: (state?: Record<string, boolean>) => void) => void
  tokenize: (details: Record<string, unknown>) => Promise<{ id: string }>
}
export type Provider = new (webToken: string, fields: Record<string, Place>) => StaxJs

declare global {
  interface Window {
    StaxJs?: Provider
  }
}

interface Kind {
  /** The fields with their placeholders, and their places in the state that the provider reports. */
  fields: readonly (readonly [name: HostedName, placeholder: string, valid: string])[]
  show: 'showCardForm' | 'showBankForm'
  complete: string
  incomplete: string
}

const kinds: Record<MethodKind, Kind> = {
  card: {
    fields: [
      ['number', '0000 0000 0000 0000', 'validNumber'],
      ['cvv', 'CVV', 'validCvv'],
    ],
    show: 'showCardForm',
    complete: 'card_form_complete',
    incomplete: 'card_form_incomplete',
  },
  bank: {
    fields: [
      ['bank_account', 'Account number', 'validAccount'],
      ['bank_routing', '9 digits', 'validRouting'],
    ],
    show: 'showBankForm',
    complete: 'bank_form_complete',
    incomplete: 'bank_form_incomplete',
  },
}

/** How long the script and the fields are waited for, and how long an answer is. */
const loadingMs = 30_000
const answerMs = 60_000

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

/** Loads the provider's script. @throws ProviderSilent */
export function loadProvider(address: string): Promise<Provider> {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loaded = new Promise<Provider>((resolve, reject) => {
    script.addEventListener('error', () => reject(new ProviderSilent()))
    script.addEventListener('load', () =>
      window.StaxJs ? resolve(window.StaxJs) : reject(new ProviderSilent('The script has no StaxJs.')),
    )
  })
  document.head.append(script)
  return inTime(loaded)
}

/**
 * Puts the provider's fields, in frames of its origin, into these elements.
 * @param onValid is called with what is complete, whenever that is reported
 * @returns what gives the provider what was entered, with details; it throws what the provider refuses it with
 */
export async function showHosted(
  Provider: Provider,
  { kind, webToken }: { kind: MethodKind; webToken: string },
  hosts: ReadonlyMap<HostedName, HTMLElement>,
  onValid: (valid: [HostedName, boolean][]) => void,
): Promise<(details: Record<string, string>) => Promise<{ id: string }>> {
  const { fields, show, complete, incomplete } = kinds[kind]
  const places = fields.map(([name, placeholder]): [HostedName, Place] => {
    const host = hosts.get(name)!
    return [name, { id: host.id, placeholder, style: styleIn(host) }]
  })
  const provider = new Provider(webToken, Object.fromEntries(places))
  for (const event of [complete, incomplete])
    provider.on(event, (state) =>
      onValid(fields.map(([name, , valid]) => [name, state?.[valid] ?? event === complete])),
    )
  await inTime(provider[show]())
  return (details) => inTime(provider.tokenize(details), answerMs)
}

/** A frame does not inherit: the look of our own fields as the provider takes it. */
function styleIn(host: HTMLElement): string {
  const { color, fontFamily, fontSize } = getComputedStyle(host)
  const font = `font-family:${fontFamily.replaceAll('"', "'")};font-size:${fontSize}`
  return `box-sizing:border-box;width:100%;height:100%;padding:0 11px;border:0;outline:0;background:transparent;color:${color};${font}`
}
