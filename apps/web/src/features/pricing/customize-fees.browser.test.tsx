import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { priceListAnswer, priceVersion } from '../../../test/given-prices.ts'
import { showPage } from '../../../test/show.tsx'
import { CustomizeFees } from './customize-fees.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = button('Save')
const question = page.getByRole('dialog', { name: 'Save these prices?' })
/** Leaves a field as the Tab key does. */
const leave = () => userEvent.tab()

interface Sent {
  version: number
  arch: PriceList['arch']
  arch_volume_discounts: PriceList['arch_volume_discounts']
}

/** The page with a server that has these prices; `refuse` is what it says of the first save. */
async function show({ answer = priceListAnswer(), refuse }: { answer?: object; refuse?: () => Response } = {}) {
  const server = { now: answer, sent: [] as Sent[], refuse }
  answersAt({
    '/settings/pricing': (_asked: string, init?: RequestInit) => {
      if (init?.method !== 'PUT') return server.now
      server.sent.push(JSON.parse(init.body as string) as Sent)
      const refused = server.refuse?.()
      server.refuse = undefined
      if (refused) return refused
      const { version: _, ...prices } = server.sent.at(-1)! as unknown as PriceList
      server.now = { data: { ...priceListAnswer().data, prices: { ...prices, version: 3 } } }
      return { ...server.now, message: 'The prices are saved.' }
    },
  })
  const screen = await showPage(() => (
    <Suspense>
      <CustomizeFees />
    </Suspense>
  ))
  await expect.element(field('Print')).toHaveValue('3.07')
  return { ...screen, server }
}

afterEach(() => page.viewport(1280, 800))

test('shows every price in its group, and what is not charged at present', async () => {
  await show()
  const groups = page.getByRole('heading', { level: 2 }).elements()
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'Per arch',
    'Shipping',
    'Monthly fee and delays',
    'Volume discounts',
    'Models from PVS or stone',
    'Models from scans',
    'Printed study models',
    'Add-ons and rush',
  ])
  await expect.element(field('Rush case, by arch')).toHaveAccessibleDescription('Not charged at present.')
  await expect.element(field('Export of aligner models')).toHaveAccessibleDescription('Not charged at present.')
  await expect.element(field('Rush case')).toHaveValue('44.09')
  await expect.element(field('Full Digital Model, both arches')).toHaveValue('18.01')
  await expect.element(field('Days until a case is charged')).toHaveValue('5')
  await expect.element(page.getByText(/^40 drafts of cases are open\./)).toBeVisible()
})

test.each([
  ['Print', '-1', 'Invalid value'],
  ['Print', '', 'Invalid value'],
  ['Urgent', '1.005', 'Invalid value'],
  ['Monthly fee', '1000000.01', 'Invalid value'],
  ['Days until a case is charged', '0', 'Must not be less than 1 day.'],
  ['Days until a case is charged', '21', 'Must not exceed 20 days.'],
  ['Days until a closed invoice is charged', '11', 'Must not exceed 10 days.'],
  ['Discount', '101', 'Invalid discount percentage.'],
  ['From printed arches', '', 'Required'],
])('says what is wrong with %s "%s" when it is left, and does not save it', async (name, text, message) => {
  const { server } = await show()
  await field(name).fill(text)
  await expect.element(save).toBeDisabled()
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'false')
  await leave()
  await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  await field(name).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(field(name)).toHaveFocus()
  expect(server.sent).toEqual([])
})

test('is saved only while a price differs, not only its text', async () => {
  await show()
  await expect.element(save).toBeDisabled()
  await field('Print').fill('3.08')
  await expect.element(save).toBeEnabled()
  await field('Print').fill('$3.070')
  await expect.element(save).toBeDisabled()
  await field('Print').fill('3.07')
  await expect.element(save).toBeDisabled()
})

test('refuses two discounts of one volume, and orders them by volume', async () => {
  const { server } = await show()
  await button('Add discount').click()
  const volume = field('From printed arches')
  await expect.element(volume.nth(1)).toHaveFocus()
  await volume.nth(1).fill('20')
  await field('Discount').nth(1).fill('3')
  await expect.element(volume.nth(1)).toHaveAccessibleDescription('Each volume once.')
  await expect.element(save).toBeDisabled()
  await volume.nth(1).fill('10')
  await save.click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent.map((sent) => sent.arch_volume_discounts))
    .toEqual([
      [
        { volume: 10, discount: 3 },
        { volume: 20, discount: 5 },
      ],
    ])
})

test('asks with what changes, how many drafts are open, and that submitted cases keep their prices', async () => {
  const { server } = await show()
  await field('Print').fill('4')
  await field('Days until a case is charged').fill('1')
  await button('Remove discount 1').click()
  await save.click()
  await expect.element(question).toMatchTextContent(/Per arch: Print\s*\$3\.07 \$4\.00/)
  await expect.element(question).toMatchTextContent(/Days until a case is charged\s*5 days 1 day/)
  await expect.element(question).toMatchTextContent(/Volume discounts\s*5% from 20 arches No discount/)
  await expect.element(question).toMatchTextContent('40 drafts of cases are open.')
  await expect.element(question).toMatchTextContent('Cases that were already submitted keep their prices.')
  expect(question.getByRole('term').elements()).toHaveLength(3)
  expect(server.sent).toEqual([])
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent).toHaveLength(1)
  expect(server.sent[0]).toMatchObject({
    version: 2,
    arch: { print: 4, software: 1.01 },
    arch_volume_discounts: [],
    settings: { delay_case_charging: 1, flat_monthly: 16.01 },
    rx_forms: { misc: { rx_form: { rush_case: 44.09 } } },
  })
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(save).toBeDisabled()
  await expect.element(field('Print')).toHaveValue('4.00')
})

test('keeps what was typed when someone else changed the prices, with theirs beside it', async () => {
  const conflict = () => Response.json({ error: 'The prices were changed.', code: 409 }, { status: 409 })
  const { server } = await show({ refuse: conflict })
  await field('Print').fill('4')
  await field('Urgent').fill('20')
  const { arch } = priceListAnswer().data.prices
  server.now = priceListAnswer({ version: 3, arch: { ...cents(arch!), print: 350, software: 199 } })
  await save.click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The prices were changed by someone else.', { exact: false })).toBeVisible()
  await expect.element(field('Print')).toHaveValue('4')
  await expect.element(field('Print')).toHaveAccessibleDescription('Set by someone else: $3.50.')
  await expect.element(field('Software')).toHaveAccessibleDescription('Set by someone else: $1.99.')
  await expect.element(field('Urgent')).toHaveValue('20')
  await expect.element(save).toBeDisabled()
  await button('Keep mine').click()
  await expect.element(field('Print')).toHaveValue('4')
  await expect.element(field('Software')).toHaveValue('1.99')
  await save.click()
  await expect.element(question).toMatchTextContent(/Per arch: Print\s*\$3\.50 \$4\.00/)
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent).toHaveLength(2)
  expect(server.sent[1]).toMatchObject({ version: 3, arch: { print: 4, software: 1.99 } })
})

const cents = (arch: object) =>
  Object.fromEntries(
    Object.entries(arch).map(([name, dollars]) => [name, Math.round((dollars as number) * 100)]),
  ) as PriceList['arch']

test('shows a refusal of the server at its field', async () => {
  const refused = () => Response.json({ error: { 'arch.print': ['Not this one.'] }, code: 422 }, { status: 422 })
  await show({ refuse: refused })
  await field('Print').fill('4')
  await save.click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.element(field('Print')).toHaveAccessibleDescription('Not this one.')
  await expect.element(field('Print')).toHaveFocus()
})

test('asks before it is left with prices that are not saved', async () => {
  const { leave: leavePage } = await show()
  await field('Print').fill('4')
  leavePage()
  await expect.element(page.getByText('Your changes to this price list are not saved yet.')).toBeVisible()
  await button('Stay').click()
  await expect.element(field('Print')).toHaveValue('4')
  await button('Cancel').click()
  await expect.element(field('Print')).toHaveValue('3.07')
})

test('folds the versions, each with who set what', async () => {
  const many = Array.from({ length: 9 }, () => ({ field: 'arch.print', before: null, after: 2.5 }))
  const versions = [
    priceVersion(2, 'Ada Byron', [{ field: 'shipping_fees.urgent', before: 12, after: 13.01 }]),
    priceVersion(
      1,
      null,
      many.map((change, at) => ({ ...change, field: `arch.${names[at]}` })),
    ),
  ]
  await show({ answer: priceListAnswer({}, { versions }) })
  const change = page.getByText('Shipping: Urgent')
  await expect.element(change).not.toBeVisible()
  await page.getByText('Versions (2)').click()
  await expect.element(change).toBeVisible()
  await expect.element(page.getByText('Ada Byron')).toBeVisible()
  await expect.element(page.getByText('$12.00')).toBeVisible()
  await expect.element(page.getByText('Set up with the portal')).toBeVisible()
  await expect.element(page.getByText('9 prices')).toBeVisible()
})
const names = Object.keys(priceListAnswer().data.prices.arch!)

test('has one column on a phone, and nothing is wider than it', async () => {
  await page.viewport(390, 844)
  await show()
  const left = (name: string) => field(name).element().getBoundingClientRect().left
  expect(left('Print')).toBe(left('Software'))
  await button('Add discount').click()
  await field('Print').fill('1234567890123456')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
