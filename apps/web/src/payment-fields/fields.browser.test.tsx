import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showFields } from './fields.ts'
import { fieldsMessage, type FieldsMessage, type PageMessage, type Setup } from './messages.ts'
import type { Place, Provider, StaxJs } from './provider.ts'
import './payment-fields.css'

const setup: Setup = {
  type: 'archwire:payment-fields',
  script: 'https://pay.test/stax.js',
  webToken: 'public-key',
  kind: 'card',
  scheme: 'light',
  ground: 'rgb(255, 255, 255)',
  narrow: false,
}

/** The document with the fields, with a provider whose fields are empty frames, and the page's end of the port. */
function open(said: Partial<Setup> = {}, tokenize: StaxJs['tokenize'] = async () => ({ id: 'token-1' })) {
  const root = document.createElement('main')
  document.body.append(root)
  onTestFinished(() => root.remove())
  const { port1, port2 } = new MessageChannel()
  const heard: FieldsMessage[] = []
  port1.addEventListener('message', ({ data }) => heard.push(fieldsMessage(data)!))
  port1.start()
  const listeners = new Map<string, (state?: Record<string, boolean>) => void>()
  const made: { webToken: string; fields: Record<string, Place> }[] = []
  class FakeStaxJs implements StaxJs {
    readonly fields: Record<string, Place>
    constructor(webToken: string, fields: Record<string, Place>) {
      this.fields = fields
      made.push({ webToken, fields })
    }
    private show = async () => {
      for (const { id } of Object.values(this.fields))
        document.getElementById(id)!.append(document.createElement('iframe'))
    }
    showCardForm = this.show
    showBankForm = this.show
    on = (event: string, listener: (state?: Record<string, boolean>) => void) => void listeners.set(event, listener)
    tokenize = tokenize
  }
  const load = vi.fn((): Promise<Provider> => Promise.resolve(FakeStaxJs))
  const shown = showFields(root, { ...setup, ...said }, port2, load)
  return {
    heard,
    made,
    load,
    root,
    shown,
    tell: (message: PageMessage) => port1.postMessage(message),
    report: (event: string, state?: Record<string, boolean>) => listeners.get(event)!(state),
  }
}

const group = (name: string) => page.getByRole('group', { name, exact: true })

test('shows the fields of a card with labels, says when they are ready, how high they are and what is complete', async () => {
  const { heard, made, load, root, shown, report } = open()
  await shown
  expect(load).toHaveBeenCalledExactlyOnceWith('https://pay.test/stax.js')
  expect(made.map(({ webToken, fields }) => [webToken, Object.keys(fields)])).toEqual([
    ['public-key', ['number', 'cvv']],
  ])
  expect([...root.querySelectorAll('iframe')].map(({ title }) => title)).toEqual(['Card number', 'CVV'])
  report('card_form_incomplete', { validNumber: true, validCvv: false })
  report('card_form_complete')
  await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'valid')).toHaveLength(2))
  expect(heard.filter(({ type }) => type !== 'height')).toEqual([
    { type: 'ready' },
    {
      type: 'valid',
      valid: [
        ['number', true],
        ['cvv', false],
      ],
    },
    {
      type: 'valid',
      valid: [
        ['number', true],
        ['cvv', true],
      ],
    },
  ])
  const last = () => heard.findLast((message) => message.type === 'height')!.height
  await vi.waitFor(() => expect(last()).toBe(Math.ceil(root.firstElementChild!.getBoundingClientRect().height)))
})

test('shows messages at their fields, leads the focus into them, and grows with them', async () => {
  const { root, shown, tell, heard } = open({ kind: 'bank', narrow: true })
  await shown
  tell({ type: 'focus', name: 'bank_routing' })
  await vi.waitFor(() => expect(document.activeElement).toBe(group('Routing number').element().querySelector('iframe')))
  const before = root.firstElementChild!.getBoundingClientRect().height
  tell({ type: 'errors', errors: { bank_account: 'Required', bank_routing: 'Required' } })
  await expect.element(group('Account number')).toHaveAccessibleDescription('Required')
  await expect.element(group('Routing number')).toHaveAccessibleDescription('Required')
  await vi.waitFor(() => {
    const { height } = heard.findLast((message) => message.type === 'height')!
    expect(height).toBeGreaterThan(before)
  })
  tell({ type: 'errors', errors: { bank_routing: 'Required' } })
  await expect.element(group('Account number')).toHaveAccessibleDescription('')
})

test('keeps the colors of the provider’s fields when the color scheme changes, and changes its own', async () => {
  const { root, shown, tell } = open()
  await shown
  const colors = () => {
    const [label, place] = [root.querySelector('.label')!, root.querySelector('.hosted')!]
    return [getComputedStyle(label).color, getComputedStyle(place).color, getComputedStyle(place).backgroundColor]
  }
  const [label, ...place] = colors()
  tell({ type: 'scheme', scheme: 'dark', ground: 'rgb(26, 31, 39)' })
  await vi.waitFor(() => expect(colors()[0]).not.toBe(label))
  expect(colors().slice(1)).toEqual(place)
  expect(getComputedStyle(root.querySelector('.fields')!).backgroundColor).toBe('rgb(26, 31, 39)')
})

test('answers with the token and nothing else of what the provider says', async () => {
  const tokenize = vi.fn(async () => ({ id: 'token-1', card_last_four: '1111', customer: { email: 'a@b.example' } }))
  const { shown, tell, heard } = open({}, tokenize)
  await shown
  tell({ type: 'tokenize', request: 4, details: { customer_id: 'customer-7', month: '04' } })
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'token', request: 4, token: 'token-1' }))
  expect(tokenize).toHaveBeenCalledExactlyOnceWith({ customer_id: 'customer-7', month: '04' })
})

test('answers with why the provider refused', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the provider rejects with
  const { shown, tell, heard } = open({}, () => Promise.reject({ card_cvv: ['Wrong code.'] }))
  await shown
  tell({ type: 'tokenize', request: 1, details: {} })
  await vi.waitFor(() =>
    expect(heard.at(-1)).toEqual({
      type: 'refused',
      request: 1,
      refusal: { message: undefined, fields: [['card_cvv', 'Wrong code.']] },
    }),
  )
})

test('says that the script did not load', async () => {
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  port1.addEventListener('message', ({ data }) => heard.push(data))
  port1.start()
  const root = document.createElement('main')
  document.body.append(root)
  onTestFinished(() => root.remove())
  await showFields(root, setup, port2, () => Promise.reject(new TypeError('blocked')))
  await vi.waitFor(() => expect(heard).toContainEqual({ type: 'failed' }))
})
