import type { OwnPricesBody } from '@archwire/contract/pricing/bodies.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { priceVersion, pricingAnswer } from '../../../test/given-prices.ts'
import { showPage } from '../../../test/show.tsx'
import { OwnPrices } from './own-prices.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = button('Save')
const question = page.getByRole('dialog', { name: 'Save the practice’s prices?' })
const group = page.getByRole('region', { name: 'Volume discounts' })
const listed = pricingAnswer({ overrides: 0 })

/** The practice's prices: those of the list, but for these fields. */
const own = (fields: string[], said: Partial<PriceList> = {}) => pricingAnswer({ own: fields, overrides: 2, ...said })
/** A practice that pays no software fee and has no volume discount. */
const agreed = () =>
  own(['arch.software', 'arch_volume_discounts'], {
    arch: { ...priceArch, software: 0 },
    arch_volume_discounts: [],
  })
const priceArch = Object.fromEntries(
  Object.entries(listed.pricing.arch).map(([name, dollars]) => [name, Math.round(dollars * 100)]),
) as PriceList['arch']

/** The section of practice 7, whose prices are these; `refuse` is what the server says of the first save. */
async function show({ prices = listed, mayChange = true }: { prices?: object; mayChange?: boolean } = {}) {
  const server = { now: prices, sent: [] as OwnPricesBody[], refuse: undefined as (() => Response) | undefined }
  answersAt({
    '/organizations/7/pricing/versions': {
      versions: [priceVersion(2, 'Ada Byron', [{ field: 'arch.software', before: 0.5, after: null }])],
    },
    '/organizations/7/pricing?price_overrides=0': listed,
    '/organizations/7/pricing': (_asked: string, init?: RequestInit) => {
      if (init?.method !== 'PUT') return server.now
      server.sent.push(JSON.parse(init.body as string) as OwnPricesBody)
      const refused = server.refuse?.()
      server.refuse = undefined
      return refused ?? { ...server.now, message: 'The prices are saved.' }
    },
  })
  const screen = await showPage(() => (
    <Suspense>
      <OwnPrices organizationId={7} mayChange={mayChange} />
    </Suspense>
  ))
  await expect.element(page.getByRole('heading', { name: 'Prices' })).toBeVisible()
  return { ...screen, server }
}

const edit = async (given: Parameters<typeof show>[0] = {}) => {
  const shown = await show(given)
  await button('Change prices').click()
  await expect.element(field('Print')).toBeVisible()
  return shown
}
const confirm = async () => {
  await save.click()
  await question.getByRole('button', { name: 'Save' }).click()
}

afterEach(() => page.viewport(1280, 800))

test('shows the own prices beside the list’s, and who set them', async () => {
  await show({ prices: agreed() })
  const rows = page.getByRole('row').elements()
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Price', 'Own', 'List'],
    ['Per arch: Software', '$0.00', '$1.01'],
    ['Volume discounts', 'No discount', '5% from 20 arches'],
  ])
  await page.getByText('Versions (1)').click()
  await expect.element(page.getByText('Ada Byron')).toBeVisible()
  await expect.element(page.getByText('the list’s price')).toBeVisible()
})

test('says that a practice has no prices of its own', async () => {
  await show()
  await expect.element(page.getByText('No prices of its own.')).toBeVisible()
  await expect.element(button('Change prices')).toBeVisible()
})

test('can only be read while the practice is closed', async () => {
  await show({ prices: agreed(), mayChange: false })
  await expect.element(page.getByRole('rowheader', { name: 'Per arch: Software' })).toBeVisible()
  await expect.element(button('Change prices')).not.toBeInTheDocument()
})

test('shows the list’s price in an empty field, and marks an own one', async () => {
  await edit({ prices: agreed() })
  await expect.element(field('Print')).toHaveValue('')
  await expect.element(field('Print')).toHaveAttribute('placeholder', '3.07')
  await expect.element(button('Use the list’s price: Print')).not.toBeInTheDocument()
  await expect.element(field('Software')).toHaveValue('0.00')
  await expect.element(field('Software')).toHaveAccessibleDescription('Own price List: $1.01')
  await expect.element(save).toBeDisabled()
})

test('sends 0.00 as a price and an emptied field as the list’s, and nothing else', async () => {
  const { server } = await edit({ prices: agreed() })
  await field('Print').fill('0.00')
  await button('Use the list’s price: Software').click()
  await expect.element(field('Software')).toHaveValue('')
  await expect.element(field('Software')).toHaveFocus()
  await save.click()
  await expect.element(question).toMatchTextContent(/Per arch: Software\s*\$0\.00 the list’s price/)
  await expect.element(question).toMatchTextContent(/Per arch: Print\s*the list’s price \$0\.00/)
  await expect.element(question).toMatchTextContent('Cases that were already submitted keep their prices.')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent).toEqual([{ overrides: 2, arch: { software: null, print: 0 } }])
  await expect.element(button('Change prices')).toHaveFocus()
})

test.each([
  ['Print', 'x', 'Invalid value'],
  ['Monthly fee', '-1', 'Invalid value'],
  ['Days until a case is charged', '0', 'Must not be less than 1 day.'],
  ['Days until a case is charged', '21', 'Must not exceed 20 days.'],
  ['Days until a closed invoice is charged', '11', 'Must not exceed 10 days.'],
])('says what is wrong with an own price: %s "%s"', async (name, text, message) => {
  await edit()
  await field(name).fill(text)
  await userEvent.tab()
  await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(message))
  await expect.element(save).toBeDisabled()
  await field(name).fill('')
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'false')
  await expect.element(save).toBeDisabled()
})

test('sets no discount, which is not the list’s', async () => {
  const { server } = await edit()
  await expect.element(group.getByText('List: 5% from 20 arches')).toBeVisible()
  await group.getByRole('button', { name: 'No discount' }).click()
  await expect.element(group.getByText('Own price')).toBeVisible()
  await confirm()
  await expect.poll(() => server.sent).toEqual([{ overrides: 0, arch_volume_discounts: [] }])
})

test('goes back to the list’s discounts', async () => {
  const { server } = await edit({ prices: agreed() })
  await expect.element(group.getByRole('button', { name: 'No discount' })).not.toBeInTheDocument()
  await button('Use the list’s price: Volume discounts').click()
  await expect.element(group.getByText('List: 5% from 20 arches')).toBeVisible()
  await confirm()
  await expect.poll(() => server.sent).toEqual([{ overrides: 2, arch_volume_discounts: null }])
})

test('replaces the discounts whole', async () => {
  const { server } = await edit()
  await button('Add discount').click()
  await field('From printed arches').fill('5')
  await field('Discount').fill('2.5')
  await confirm()
  await expect
    .poll(() => server.sent)
    .toEqual([{ overrides: 0, arch_volume_discounts: [{ volume: 5, discount: 2.5 }] }])
})

test('keeps what was typed when someone else agreed other prices', async () => {
  const { server } = await edit()
  await field('Print').fill('2')
  server.refuse = () => Response.json({ error: 'The prices were changed.', code: 409 }, { status: 409 })
  server.now = own(['arch.print', 'arch.software'], { arch: { ...priceArch, print: 250, software: 0 }, overrides: 3 })
  await confirm()
  await expect.element(page.getByText('The prices were changed by someone else.', { exact: false })).toBeVisible()
  await expect.element(field('Print')).toHaveValue('2')
  await expect.element(field('Print')).toHaveAccessibleDescription('Set by someone else: $2.50. Own price List: $3.07')
  await button('Keep mine').click()
  await expect.element(field('Software')).toHaveValue('0.00')
  await confirm()
  await expect.poll(() => server.sent.at(-1)).toEqual({ overrides: 3, arch: { print: 2 } })
})

test('shows again what was typed before the page was shown anew', async () => {
  const { unmount } = await edit()
  await field('Print').fill('2')
  await unmount()
  await show()
  await expect.element(field('Print')).toHaveValue('2')
  await button('Cancel').click()
  await expect.element(button('Change prices')).toHaveFocus()
})

test('has one column on a phone, and nothing is wider than it', async () => {
  await page.viewport(390, 844)
  await edit({ prices: agreed() })
  const left = (name: string) => field(name).element().getBoundingClientRect().left
  expect(left('Print')).toBe(left('Software'))
  await button('Add discount').click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
