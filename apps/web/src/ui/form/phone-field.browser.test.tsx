import { phoneNumber, placeProblems } from '@archwire/contract/core/address-fields.ts'
import { noCountryCode, noExtension } from '@archwire/contract/core/phone.ts'
import { fieldsOf } from '@archwire/contract/core/record-fields.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { PhoneField } from './phone-field.tsx'
import { createForm } from './store.ts'

const fields = fieldsOf({ phone_number: phoneNumber().optional() })
const make = (phone_number = '', country = 'USA') =>
  createForm({
    initial: { phone_number, country },
    validate: (values) => ({ ...fields.problems(values), ...placeProblems(values) }),
  })
const phone = page.getByRole('textbox', { name: 'Phone' })

test('a number of the USA is typed as people write it, and kept as its digits', async () => {
  const form = make()
  await show(<PhoneField form={form} name="phone_number" label="Phone" required />)
  await phone.click()
  await userEvent.keyboard('303.555.0142')
  await expect.element(phone).toHaveValue('303.555.0142')
  await userEvent.keyboard('{Tab}')
  await expect.element(phone).toHaveValue('(303) 555-0142')
  expect(form.values().phone_number).toBe('3035550142')
  expect(form.problems()).toEqual({})
})

test('a number of elsewhere loses its (0), and is shown in groups', async () => {
  const form = make()
  await show(<PhoneField form={form} name="phone_number" label="Phone" />)
  await phone.fill('+44 (0)20 7946 0018')
  await userEvent.keyboard('{Tab}')
  await expect.element(phone).toHaveValue('+44 20 7946 0018')
  expect(form.values().phone_number).toBe('+442079460018')
})

test('an extension is refused, with the word for it, and stays to be corrected', async () => {
  const form = make()
  const screen = await show(<PhoneField form={form} name="phone_number" label="Phone" />)
  await phone.fill('+1 303 555 0142 x12')
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByText(noExtension)).toBeVisible()
  await expect.element(phone).toHaveValue('+1 303 555 0142 x12')
})

test('at an address elsewhere a number needs its country code', async () => {
  const form = make('+13035550142', 'DEU')
  const screen = await show(<PhoneField form={form} name="phone_number" label="Phone" />)
  await expect.element(phone).toHaveValue('+1 303 555 0142')
  expect(form.changed()).toBe(false)
  await phone.fill('(303) 555-0143')
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByText(noCountryCode)).toBeVisible()
  form.set('country', 'USA')
  await expect.element(screen.getByText(noCountryCode)).not.toBeInTheDocument()
  await expect.element(phone).toHaveValue('(303) 555-0143')
})

test('a stored number is shown for people, and is unchanged until it is typed in', async () => {
  const form = make('+13035550142')
  await show(<PhoneField form={form} name="phone_number" label="Phone" />)
  await expect.element(phone).toHaveValue('(303) 555-0142')
  await phone.click()
  await userEvent.keyboard('{Tab}')
  expect(form.values().phone_number).toBe('+13035550142')
  form.set('phone_number', '+442079460018')
  await expect.element(phone).toHaveValue('+44 20 7946 0018')
})
