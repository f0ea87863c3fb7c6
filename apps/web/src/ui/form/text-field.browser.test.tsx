import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { compose, endComposing } from '../../../test/composing.ts'
import { show } from '../../../test/show.tsx'
import { createForm, fieldId, focusField } from './store.ts'
import { TextField } from './text-field.tsx'

const make = () =>
  createForm({
    initial: { name: '', note: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: ['Required'] } : {}),
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

test('what nobody sees in a paste is gone; a password stays as it is, and line breaks stay', async () => {
  const form = createForm({ initial: { email: '', password: '', note: '' }, validate: () => ({}) })
  const screen = await show(
    <>
      <textarea aria-label="Clipboard" defaultValue={'\ufeffada@\u200bexample.com\u00a0\n\u00adx'} />
      <TextField form={form} name="email" label="Email" />
      <TextField form={form} name="password" label="Password" type="password" />
      <TextField form={form} name="note" label="Note" rows={3} />
    </>,
  )
  await screen.getByLabelText('Clipboard').click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  for (const label of ['Email', 'Password', 'Note']) {
    await screen.getByLabelText(label).click()
    await userEvent.paste()
  }
  // One line of it each, as a browser pastes it into a field of one line.
  expect(form.values().email.trim()).toMatch(/^ada@example\.com +x$/)
  expect(form.values().password).toContain('\u200b')
  expect(form.values().note).toBe('ada@example.com \nx')
})

test('an email field takes a paste without losing its place', async () => {
  const form = make()
  const screen = await show(<TextField form={form} name="name" label="Mail" type="email" />)
  await screen.getByLabelText('Mail').fill('ada@\u200bexample.com')
  expect(form.values().name).toBe('ada@example.com')
})

test('nothing is corrected while a person composes, and then once', async () => {
  const form = make()
  const heard = vi.fn()
  const tidy = vi.fn((text: string) => text.toUpperCase())
  await show(<TextField form={form} name="name" label="Name" tidy={tidy} onChange={heard} />)
  await name.click()
  await compose('n')
  await compose('ni')
  await expect.element(name).toHaveValue('ni')
  expect(form.values().name).toBe('')
  expect(tidy).not.toHaveBeenCalled()
  await endComposing('nih')
  await expect.element(name).toHaveValue('NIH')
  expect(form.values().name).toBe('NIH')
  expect(new Set(heard.mock.calls.flat())).toEqual(new Set(['NIH']))
})
