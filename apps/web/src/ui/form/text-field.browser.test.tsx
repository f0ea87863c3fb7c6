import { phoneNumber } from '@archwire/contract/core/address-fields.ts'
import { fieldsOf } from '@archwire/contract/core/record-fields.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { PhoneField } from './phone-field.tsx'
import { createForm, fieldId, focusField } from './store.ts'
import { TextField } from './text-field.tsx'

const phone = fieldsOf({ phone_number: phoneNumber().optional() })
const make = () =>
  createForm({
    initial: { name: '', note: '', phone_number: '' },
    validate: ({ name, phone_number }) => ({
      ...(name.trim() === '' && { name: ['Required'] }),
      ...phone.problems({ phone_number }),
    }),
  })
const name = page.getByRole('textbox', { name: 'Name' })

test('a field says what is wrong once it was left by key, and reads it out with its help', async () => {
  const screen = await show(<TextField form={make()} name="name" label="Name" help="As on the card." required />)
  await name.click()
  await expect.element(name).toHaveAccessibleDescription('As on the card.')
  await expect.element(name).toHaveAttribute('aria-required', 'true')
  await expect.element(name).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByText('Required')).toBeVisible()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveAccessibleDescription('Required As on the card.')
  await name.fill('Ada')
  await expect.element(screen.getByText('Required')).not.toBeInTheDocument()
})

test('left by the mouse, it says so only where something was entered', async () => {
  const screen = await show(
    <>
      <TextField form={make()} name="name" label="Name" />
      <button type="button">Elsewhere</button>
    </>,
  )
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  await name.click()
  await elsewhere.click()
  await expect.element(screen.getByText('Required')).not.toBeInTheDocument()
  await name.fill('A')
  await name.fill('')
  await elsewhere.click()
  await expect.element(screen.getByText('Required')).toBeVisible()
})

test('a press that became a scroll ends too: the field says at once what is wrong', async () => {
  const screen = await show(<TextField form={make()} name="name" label="Name" />)
  await name.fill('A')
  await name.fill('')
  dispatchEvent(new PointerEvent('pointerdown'))
  ;(name.element() as HTMLElement).blur()
  await expect.element(screen.getByText('Required')).not.toBeInTheDocument()
  dispatchEvent(new PointerEvent('pointercancel'))
  await expect.element(screen.getByText('Required')).toBeVisible()
})

test('what is typed in the middle is tidied, and the caret stays there', async () => {
  const form = make()
  await show(<TextField form={form} name="name" label="Name" tidy={(text) => text.toUpperCase().replaceAll(' ', '')} />)
  await name.click()
  await userEvent.keyboard('ab d{ArrowLeft}x')
  await expect.element(name).toHaveValue('ABXD')
  expect((name.element() as HTMLInputElement).selectionStart).toBe(3)
  expect(form.values().name).toBe('ABXD')
})

test('text pasted into one line stays one line; where there are several it keeps them', async () => {
  const form = make()
  const screen = await show(
    <>
      <textarea aria-label="Cells" defaultValue={'Ada\tLovelace'} />
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="note" label="Note" rows={3} />
    </>,
  )
  await screen.getByLabelText('Cells').click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await name.click()
  await userEvent.paste()
  await expect.element(name).toHaveValue('Ada Lovelace')
  await screen.getByLabelText('Note').click()
  await userEvent.paste()
  await userEvent.keyboard('{Enter}x')
  expect(form.values().note).toBe('Ada\tLovelace\nx')
})

test('who listens to a field hears of it once the form has it', async () => {
  const form = make()
  const heard = vi.fn(() => form.values().name)
  await show(<TextField form={form} name="name" label="Name" onChange={heard} />)
  await name.fill('Ada')
  expect(heard).toHaveBeenCalledWith('Ada')
  expect(heard).toHaveReturnedWith('Ada')
})

test('two forms with the same fields on one page: each label leads to its own control', async () => {
  const [first, second] = [make(), make()]
  await show(
    <>
      <TextField form={first} name="name" label="Name" help="One." />
      <TextField form={second} name="name" label="Name" help="Other." />
    </>,
  )
  const ids = [...document.querySelectorAll('[id^=form-]')].map(({ id }) => id)
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
  await page.getByText('Name').last().click()
  await userEvent.keyboard('Ada')
  expect([first.values().name, second.values().name]).toEqual(['', 'Ada'])
  await expect.element(name.last()).toHaveAccessibleDescription('Other.')
  focusField(first, 'name')
  expect(document.activeElement?.id).toBe(fieldId(first, 'name'))
})

test('a telephone number is typed for the eye, kept as digits, and wants its country', async () => {
  const form = make()
  const screen = await show(<PhoneField form={form} name="phone_number" label="Phone" required />)
  const phone = screen.getByRole('textbox', { name: 'Phone' })
  await phone.click()
  await userEvent.keyboard('(303) 555-0142{Tab}')
  await expect.element(screen.getByText('Invalid phone number.')).toBeVisible()
  await phone.fill('+1 (303) 555-0142')
  await expect.element(phone).toHaveValue('+13035550142')
  await expect.element(screen.getByText('Invalid phone number.')).not.toBeInTheDocument()
  expect(form.problems().phone_number).toBeUndefined()
})
