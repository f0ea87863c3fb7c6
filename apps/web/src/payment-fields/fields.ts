import {
  hostedLabels,
  pageMessage,
  type FieldsMessage,
  type HostedName,
  type PageMessage,
  type Scheme,
  type Setup,
} from './messages.ts'
import { showHosted, type Provider } from './provider.ts'
import { refusalOf } from './refusal.ts'

interface Shown {
  host: HTMLElement
  place: HTMLElement
  error: HTMLElement
}

/**
 * Shows the provider's fields with their labels and messages, and talks with the page through the port
 * (`billing/payment-form`).
 */
export async function showFields(
  root: HTMLElement,
  { script, webToken, kind, scheme, ground, narrow }: Setup,
  port: MessagePort,
  load: (address: string) => Promise<Provider>,
): Promise<void> {
  const tell = (message: FieldsMessage) => port.postMessage(message)
  const form = make('div', 'fields')
  wear(form, scheme, ground)
  form.toggleAttribute('data-narrow', narrow)
  const shown = new Map(hostedLabels[kind].map(([name, label]) => [name, addField(form, name, label)]))
  root.append(form)
  new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(form.getBoundingClientRect().height) })).observe(
    form,
  )
  for (const { place } of shown.values()) keepColors(place)
  try {
    const hosts = new Map([...shown].map(([name, { host }]) => [name, host]))
    const tokenize = await showHosted(await load(script), { kind, webToken }, hosts, (valid) =>
      tell({ type: 'valid', valid }),
    )
    for (const { place, host } of shown.values()) nameFrames(host, place.getAttribute('aria-label')!)
    port.addEventListener('message', ({ data }) => {
      const message = pageMessage(data)
      if (message) act(message, form, shown, (request, details) => void answer(tell, request, tokenize(details)))
    })
    port.start()
    tell({ type: 'ready' })
  } catch {
    tell({ type: 'failed' })
  }
}

async function answer(tell: (message: FieldsMessage) => void, request: number, token: Promise<{ id: string }>) {
  try {
    tell({ type: 'token', request, token: (await token).id })
  } catch (error) {
    tell({ type: 'refused', request, refusal: refusalOf(error) })
  }
}

function act(
  message: PageMessage,
  form: HTMLElement,
  shown: ReadonlyMap<HostedName, Shown>,
  tokenize: (request: number, details: Record<string, string>) => void,
): void {
  switch (message.type) {
    case 'scheme':
      return wear(form, message.scheme, message.ground)
    case 'focus':
      return shown.get(message.name)?.host.querySelector<HTMLElement>('iframe, input')?.focus()
    case 'errors':
      for (const [name, { place, error }] of shown) {
        error.textContent = message.errors[name] ?? ''
        place.toggleAttribute('data-invalid', name in message.errors)
      }
      return undefined
    case 'tokenize':
      return tokenize(message.request, message.details)
  }
}

/** The colors of the page around. */
function wear(form: HTMLElement, scheme: Scheme, ground: string): void {
  form.dataset.scheme = scheme
  form.style.backgroundColor = ground
}

function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

/** A field's label, its place and its message. */
function addField(form: HTMLElement, name: HostedName, text: string): Shown {
  const [field, label, star] = [make('div', 'field'), make('span', 'label', text), make('span', 'star', '*')]
  const [place, host, error] = [make('div', 'hosted'), make('div', 'host'), make('p', 'error')]
  star.ariaHidden = 'true'
  label.append(star)
  host.id = `hosted-${name}`
  error.id = `error-${name}`
  place.role = 'group'
  place.ariaLabel = text
  place.setAttribute('aria-describedby', error.id)
  place.append(host)
  field.append(label, place, error)
  form.append(field)
  return { host, place, error }
}

/** What is in the frame keeps its colors when the page changes to the other color scheme, and so does what is around it. */
function keepColors(place: HTMLElement): void {
  const { color, backgroundColor } = getComputedStyle(place)
  Object.assign(place.style, { color, backgroundColor })
}

/** Screen readers say what a frame is for by its title. */
function nameFrames(host: HTMLElement, label: string): void {
  for (const frame of host.querySelectorAll('iframe')) if (!frame.title) frame.title = label
}
