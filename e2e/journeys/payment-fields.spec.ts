import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { goToPayment, hostedField as fieldOf, newPractice, testNumber } from '../people/payer.ts'

/** What the provider's script said, in its document. */
interface Said {
  events: [string, Record<string, boolean>][]
  token?: Record<string, unknown>
  refusal?: unknown
}
type WithFields = Window & {
  StaxJs: new (webToken: string, fields: Record<string, object>) => Record<string, (...values: unknown[]) => unknown>
  said: Said
  form: Record<string, (...values: unknown[]) => unknown>
}

/** Opens the document with the provider's fields in this page, as the portal does; where the provider's script runs. */
async function openDocument(page: Page, script: string): Promise<Frame> {
  await page.evaluate((script) => {
    const frame = document.createElement('iframe')
    const { port2 } = new MessageChannel()
    const setup = {
      type: 'archwire:payment-fields',
      script,
      webToken: 'stand-in',
      kind: 'card',
      scheme: 'light',
      ground: 'rgb(255, 255, 255)',
      narrow: false,
    }
    frame.addEventListener('load', () => frame.contentWindow!.postMessage(setup, location.origin, [port2]))
    frame.src = '/payment-fields'
    document.body.replaceChildren(frame)
  }, script)
  const inner = () => page.frames().find((frame) => frame.url().startsWith('data:'))
  await expect
    .poll(() =>
      inner()
        ?.evaluate(() => 'StaxJs' in window)
        .catch(() => false),
    )
    .toBe(true)
  return inner()!
}

/** Shows the fields of a form in this document, as its script does. */
async function show(page: Frame, form: 'card' | 'bank', fields: string[], style = ''): Promise<void> {
  await page.evaluate(
    async ({ form, fields, style }) => {
      const here = window as unknown as WithFields
      const places = fields.map((id) => Object.assign(document.createElement('div'), { id }))
      for (const place of places) place.style.height = '40px'
      document.body.replaceChildren(...places)
      here.said = { events: [] }
      here.form = new here.StaxJs(
        'stand-in',
        Object.fromEntries(fields.map((id) => [id, { id, placeholder: `Your ${id}`, style }])),
      )
      for (const event of [`${form}_form_complete`, `${form}_form_incomplete`])
        here.form.on!(event, (valid: Record<string, boolean>) => here.said.events.push([event, valid]))
      await here.form[form === 'card' ? 'showCardForm' : 'showBankForm']!()
    },
    { form, fields, style },
  )
}

const lastEvent = (page: Frame) => page.evaluate(() => (window as unknown as WithFields).said.events.at(-1))

/** Gives the provider what was entered; its token, or why it refused it. */
const tokenize = (page: Frame, details: Record<string, string>) =>
  page.evaluate(
    (details) =>
      Promise.resolve((window as unknown as WithFields).form.tokenize!(details)).then(
        (token) => ({ token: token as Record<string, unknown>, refusal: undefined }),
        (refusal: unknown) => ({ token: undefined, refusal }),
      ),
    details,
  )

test('card and bank numbers are typed into frames that no page of the portal can read', async ({
  page,
  portal,
  watch,
  context,
}) => {
  const sent: string[] = []
  context.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin === portal.url) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await page.goto('/login')
  const inner = await openDocument(page, `${portal.payments}/stax.js`)
  const hostedField = (title: string) => inner.frameLocator(`iframe[title="${title}"]`).getByRole('textbox')
  const customer = 'no-such-customer'
  const details = { customer_id: customer, method: 'card', person_name: 'Ada Doe', month: '12', year: '2099' }

  await test.step('a card', async () => {
    await show(
      inner,
      'card',
      ['number', 'cvv'],
      'color: rgb(1, 2, 3); background: url(https://else.test/x); position: fixed',
    )
    const number = hostedField('Card number')
    await expect(number).toHaveAttribute('placeholder', 'Your number')
    await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(number).toHaveCSS('background-image', 'none')
    await expect(number).toHaveCSS('position', 'static')
    // A frame with a color scheme of its own has a ground of its own, on which the portal's colors cannot be read.
    const frame = inner.frameLocator('iframe[title="Card number"]')
    await expect(frame.locator('html')).toHaveCSS('color-scheme', 'normal')
    await expect(frame.locator('meta[name="color-scheme"]')).toHaveCount(0)
    await number.pressSequentially('4111x1111-1111')
    await expect(number).toHaveValue('4111 1111 1111')
    await hostedField('Security code').fill('123')
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => lastEvent(inner)).toEqual(['card_form_incomplete', { validNumber: false, validCvv: true }])
    await number.fill(testNumber.paid)
    await expect(number).not.toHaveAttribute('aria-invalid')
    await expect.poll(() => lastEvent(inner)).toEqual(['card_form_complete', { validNumber: true, validCvv: true }])
  })
  await test.step('its refusal says which field', async () => {
    watch.expect(/422 .*\/webpayments\//)
    const { refusal } = await tokenize(inner, details)
    expect(refusal).toEqual({ customer_id: ['The selected customer id is invalid.'] })
  })
  await test.step('the page cannot look into a frame', async () => {
    expect(
      await inner.evaluate(() => {
        try {
          return String((window.frames[0] as unknown as { staxField: unknown }).staxField)
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
  })
  await test.step('a bank account', async () => {
    await show(inner, 'bank', ['bank_account', 'bank_routing'])
    await hostedField('Account number').fill(testNumber.bank)
    await hostedField('Routing number').fill('110000001')
    const valid = (validRouting: boolean) => ({ validAccount: true, validRouting })
    await expect.poll(() => lastEvent(inner)).toEqual(['bank_form_incomplete', valid(false)])
    await hostedField('Routing number').fill(testNumber.routing)
    await expect.poll(() => lastEvent(inner)).toEqual(['bank_form_complete', valid(true)])
  })
  expect(sent.filter((text) => /4111|000123456789/.test(text))).toEqual([])
})

test('the provider’s script has neither the session nor the page of the person who pays', async ({
  page,
  portal,
  signIn,
  watch,
}) => {
  const practice = await newPractice(portal)
  await signIn(practice.owner)
  await page.goto('/patients')
  await goToPayment(page, `Isolated ${portal.given.unique()}`)
  await expect(fieldOf(page, 'Card number')).toBeVisible()
  const inner = page.frames().find((frame) => frame.url().startsWith('data:'))!
  // The page itself can do all of this.
  expect(await page.evaluate(async () => (await fetch('/api/v1/me')).status)).toBe(200)
  watch.expect(/Blocked opening|Content Security Policy|frame-src|connect-src|script-src|img-src/)
  const tried = await inner.evaluate(async (portal) => {
    const nameOf = (act: () => unknown) => {
      try {
        return String(act())
      } catch (error) {
        return (error as Error).name
      }
    }
    const calls = [
      () => fetch(`${portal}/api/v1/me`, { credentials: 'include' }),
      () => fetch(`${portal}/api/v1/me`, { credentials: 'include', mode: 'no-cors' }),
      () => fetch(`${portal}/api/v1/logout`, { method: 'POST', credentials: 'include', mode: 'no-cors' }),
    ]
    const answers = await Promise.all(
      calls.map((call) =>
        call().then(
          ({ status }) => String(status),
          (error: unknown) => (error as Error).name,
        ),
      ),
    )
    const framed = document.createElement('iframe')
    framed.src = `${portal}/patients`
    const blocked = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.effectiveDirective === 'frame-src') resolve(event.effectiveDirective)
      }),
    )
    document.body.append(framed)
    return {
      origin: self.origin,
      answers,
      parent: nameOf(() => window.parent.document),
      top: nameOf(() => window.top!.document),
      cookies: nameOf(() => document.cookie),
      storage: nameOf(() => localStorage.length),
      opened: window.open(`${portal}/patients`) !== null,
      framed: await blocked,
    }
  }, portal.url)
  expect(tried).toEqual({
    origin: 'null',
    answers: ['TypeError', 'TypeError', 'TypeError'],
    parent: 'SecurityError',
    top: 'SecurityError',
    cookies: 'SecurityError',
    storage: 'SecurityError',
    opened: false,
    framed: 'frame-src',
  })
  // And the portal's own page cannot load the script.
  expect(
    await page.evaluate(
      (script) =>
        new Promise((resolve) => {
          const element = Object.assign(document.createElement('script'), { src: script })
          element.addEventListener('load', () => resolve('loaded'))
          element.addEventListener('error', () => resolve('refused'))
          document.head.append(element)
        }),
      `${portal.payments}/stax.js`,
    ),
  ).toBe('refused')
})

test('the stand-in says what it is, and its fields do not work on other sites', async ({ page, portal }) => {
  await page.goto(portal.payments)
  await expect(page.getByRole('heading', { name: 'Payments stand-in' })).toBeVisible()
  await expect(page.getByText('It charges nothing.')).toBeVisible()
  await expect(page.getByText('4012 8888 8888 1881')).toBeVisible()

  // Another site on this machine.
  const elsewhere = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<iframe src="${portal.payments}/fields/number"></iframe>`),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  await expect(page.frameLocator('iframe').locator('body')).toBeAttached()
  await expect(page.frameLocator('iframe').getByRole('textbox')).toHaveCount(0)
  elsewhere.closeAllConnections()
  elsewhere.close()
})
