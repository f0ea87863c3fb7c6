import { isName, nameMessage } from '@archwire/contract/rx-forms/rules.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { NameField } from './name-field.tsx'
import { createForm } from '../../ui/form/store.ts'

const make = (last_name = '') =>
  createForm({
    initial: { last_name },
    validate: (values) => (isName(values.last_name) ? {} : { last_name: [nameMessage] }),
  })
const field = page.getByRole('textbox', { name: 'Last Name' })

test('a name with a hyphen is refused, and without it taken at one press', async () => {
  const form = make()
  const screen = await show(<NameField form={form} name="last_name" label="Last Name" />)
  await field.click()
  await userEvent.keyboard('smith-jones{Tab}')
  await expect.element(screen.getByText(nameMessage)).toBeVisible()
  const offer = screen.getByRole('button', { name: 'Use “Smith Jones”' })
  // Below the message.
  const top = (element: Element) => element.getBoundingClientRect().top
  expect(top(offer.element())).toBeGreaterThan(top(screen.getByText(nameMessage).element()))
  await offer.click()
  await expect.element(field).toHaveValue('Smith Jones')
  await expect.element(field).toHaveFocus()
  expect(form.values().last_name).toBe('Smith Jones')
  await expect.element(screen.getByText(nameMessage)).not.toBeInTheDocument()
  await expect.element(offer).not.toBeInTheDocument()
})

test('a small first letter beside capitals stays as typed, is refused, and the name with capitals is taken at one press (cases/name)', async () => {
  const form = make()
  const screen = await show(<NameField form={form} name="last_name" label="Last Name" />)
  await field.click()
  await userEvent.keyboard('de la Cruz')
  await expect.element(field).toHaveValue('de la Cruz')
  expect(screen.getByRole('button').query()).toBeNull()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByText(nameMessage)).toBeVisible()
  await expect.element(field).toHaveValue('de la Cruz')
  await screen.getByRole('button', { name: 'Use “De La Cruz”' }).click()
  await expect.element(field).toHaveValue('De La Cruz')
  await expect.element(screen.getByText(nameMessage)).not.toBeInTheDocument()
})

test('a name without any capital gets its capitals once the field is left (cases/name)', async () => {
  const form = make()
  const screen = await show(<NameField form={form} name="last_name" label="Last Name" />)
  await field.click()
  await userEvent.keyboard('(jr.) élodie{Tab}')
  await expect.element(field).toHaveValue('(Jr.) Élodie')
  expect(form.values().last_name).toBe('(Jr.) Élodie')
  expect(screen.getByText(nameMessage).query()).toBeNull()
})

test('a pasted apostrophe becomes the one that names have', async () => {
  await show(<NameField form={make()} name="last_name" label="Last Name" />)
  for (const name of ['O´Brien', 'O’Brien', 'O`Brien']) {
    await field.fill(name)
    await expect.element(field).toHaveValue("O'Brien")
  }
})

test('where the name cannot be changed nothing is offered', async () => {
  const screen = await show(<NameField form={make('Smith-Jones')} name="last_name" label="Last Name" readOnly />)
  await expect.element(field).toHaveValue('Smith-Jones')
  expect(screen.getByRole('button').query()).toBeNull()
})
