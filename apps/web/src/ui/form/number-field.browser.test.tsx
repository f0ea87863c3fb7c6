import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { MoneyField, NumberField } from './number-field.tsx'
import { createForm } from './store.ts'

interface Values {
  fee: number | null
}

const make = (fee: number | null = null) =>
  createForm<Values>({
    initial: { fee },
    validate: ({ fee }) => (Number.isNaN(fee) ? { fee: ['That is no amount.'] } : {}),
  })
const fee = page.getByRole('textbox', { name: 'Fee' })

test('an amount is typed as people write it, and stands there as it was typed', async () => {
  const form = make()
  await show(<MoneyField form={form} name="fee" label="Fee" />)
  await fee.click()
  await userEvent.keyboard('$1,234.50{Tab}')
  await expect.element(fee).toHaveValue('$1,234.50')
  await expect.element(fee).toHaveAttribute('inputmode', 'decimal')
  expect(form.values().fee).toBe(1234.5)
  await fee.fill('')
  expect(form.values().fee).toBeNull()
})

test('what is no amount stays to be corrected, and the form’s rules say what is wrong', async () => {
  const form = make()
  const screen = await show(<MoneyField form={form} name="fee" label="Fee" />)
  await fee.click()
  await userEvent.keyboard('12,5{Tab}')
  await expect.element(screen.getByText('That is no amount.')).toBeVisible()
  await expect.element(fee).toHaveValue('12,5')
  await fee.fill('12.5')
  await expect.element(screen.getByText('That is no amount.')).not.toBeInTheDocument()
  expect(form.values().fee).toBe(12.5)
})

test('a whole number has no decimals', async () => {
  const form = make(7)
  await show(<NumberField form={form} name="fee" label="Fee" />)
  await expect.element(fee).toHaveValue('7')
  await expect.element(fee).toHaveAttribute('inputmode', 'numeric')
  await fee.fill('7.5')
  expect(form.values().fee).toBeNaN()
  await fee.fill('1,200')
  expect(form.values().fee).toBe(1200)
})

test('a value that comes from elsewhere takes the place of what was typed', async () => {
  const form = make()
  await show(<MoneyField form={form} name="fee" label="Fee" />)
  await fee.fill('$5')
  form.set('fee', 8.25)
  await expect.element(fee).toHaveValue('8.25')
})
