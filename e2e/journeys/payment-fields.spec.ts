import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { hostedField, testNumber } from '../people/payer.ts'

/** What the provider's script said, in a page of the portal. */
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

/** Shows the fields of a form on this page, as the portal's own pages do. */
async function show(page: Page, form: 'card' | 'bank', fields: string[], style = ''): Promise<void> {
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

const lastEvent = (page: Page) => page.evaluate(() => (window as unknown as WithFields).said.events.at(-1))

/** Gives the provider what was entered; its token, or why it refused it. */
const tokenize = (page: Page, details: Record<string, string>) =>
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
  await page.addScriptTag({ url: `${portal.payments}/stax.js` })
  const customer = 'no-such-customer'
  const details = { customer_id: customer, method: 'card', person_name: 'Ada Doe', month: '12', year: '2099' }

  await test.step('a card', async () => {
    await show(
      page,
      'card',
      ['number', 'cvv'],
      'color: rgb(1, 2, 3); background: url(https://else.test/x); position: fixed',
    )
    const number = hostedField(page, 'Card number')
    await expect(number).toHaveAttribute('placeholder', 'Your number')
    await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(number).toHaveCSS('background-image', 'none')
    await expect(number).toHaveCSS('position', 'static')
    // A frame with a color scheme of its own has a ground of its own, on which the portal's colors cannot be read.
    const frame = page.frameLocator('iframe[title="Card number"]')
    await expect(frame.locator('html')).toHaveCSS('color-scheme', 'normal')
    await expect(frame.locator('meta[name="color-scheme"]')).toHaveCount(0)
    await number.pressSequentially('4111x1111-1111')
    await expect(number).toHaveValue('4111 1111 1111')
    await hostedField(page, 'Security code').fill('123')
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => lastEvent(page)).toEqual(['card_form_incomplete', { validNumber: false, validCvv: true }])
    await number.fill(testNumber.paid)
    await expect(number).not.toHaveAttribute('aria-invalid')
    await expect.poll(() => lastEvent(page)).toEqual(['card_form_complete', { validNumber: true, validCvv: true }])
  })
  await test.step('its refusal says which field', async () => {
    watch.expect(/422 .*\/webpayments\//)
    const { refusal } = await tokenize(page, details)
    expect(refusal).toEqual({ customer_id: ['The selected customer id is invalid.'] })
  })
  await test.step('the page cannot look into a frame', async () => {
    expect(
      await page.evaluate(() => {
        try {
          return String((window.frames[0] as unknown as { staxField: unknown }).staxField)
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
  })
  await test.step('a bank account', async () => {
    await show(page, 'bank', ['bank_account', 'bank_routing'])
    await hostedField(page, 'Account number').fill(testNumber.bank)
    await hostedField(page, 'Routing number').fill('110000001')
    const valid = (validRouting: boolean) => ({ validAccount: true, validRouting })
    await expect.poll(() => lastEvent(page)).toEqual(['bank_form_incomplete', valid(false)])
    await hostedField(page, 'Routing number').fill(testNumber.routing)
    await expect.poll(() => lastEvent(page)).toEqual(['bank_form_complete', valid(true)])
  })
  expect(sent.filter((text) => /4111|000123456789/.test(text))).toEqual([])
})

test('the stand-in says what it is, and other sites cannot frame its fields', async ({ page, portal, watch }) => {
  await page.goto(portal.payments)
  await expect(page.getByRole('heading', { name: 'Payments stand-in' })).toBeVisible()
  await expect(page.getByText('It charges nothing.')).toBeVisible()
  await expect(page.getByText('4012 8888 8888 1881')).toBeVisible()

  // Another site on this machine.
  watch.expect(/frame-ancestors/)
  const elsewhere = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<iframe src="${portal.payments}/fields/number"></iframe>`),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const refused = page.waitForEvent('console', (message) => message.type() === 'error')
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  expect((await refused).text()).toContain('frame-ancestors')
  await expect(page.frameLocator('iframe').getByRole('textbox')).toHaveCount(0)
  elsewhere.closeAllConnections()
  elsewhere.close()
})
