import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { ChoiceField, FlagsField, ToggleField } from './choice-field.tsx'
import { ManyField } from './many-field.tsx'
import { SelectField } from './select-field.tsx'
import { createForm } from './store.ts'

interface Values {
  kind: number | null
  size: 'small' | 'large' | null
  flags: number
  urgent: boolean
  people: number[]
}

const make = (values: Partial<Values> = {}) =>
  createForm<Values>({
    initial: { kind: null, size: null, flags: 0, urgent: false, people: [], ...values },
    validate: ({ kind }) => (kind === null ? { kind: ['Required'] } : {}),
  })

const kinds = [
  { id: 1, label: 'Trays' },
  { id: 2, label: 'Guides', disabled: true },
  { id: 3, label: 'Brackets' },
]
const radio = (label: string) => page.getByRole('radio', { name: label })

test('arrows walk through the choices and leave out what cannot be chosen', async () => {
  const form = make({ kind: 1 })
  const heard = vi.fn()
  await show(<ChoiceField form={form} name="kind" label="Kind" options={kinds} onChange={heard} />)
  await expect.element(page.getByRole('group', { name: 'Kind' })).toBeVisible()
  await expect.element(radio('Guides')).toBeDisabled()
  await userEvent.keyboard('{Tab}{ArrowRight}')
  await expect.element(radio('Brackets')).toBeChecked()
  await expect.element(radio('Brackets')).toHaveFocus()
  expect(form.values().kind).toBe(3)
  expect(heard).toHaveBeenCalledExactlyOnceWith(3)
})

test('a first choice stands for none, and what is wrong with it is said at once', async () => {
  const form = make()
  const screen = await show(<ChoiceField form={form} name="kind" label="Kind" none="None" options={kinds} />)
  await expect.element(radio('None')).toBeChecked()
  await screen.getByText('Trays').click()
  expect(form.values().kind).toBe(1)
  await screen.getByText('None').click()
  expect(form.values().kind).toBeNull()
  await expect.element(page.getByRole('group', { name: 'Kind' })).toHaveAccessibleDescription('Required')
})

test('words of the server stand at a choice until another is made', async () => {
  const form = make({ kind: 1 })
  const screen = await show(<ChoiceField form={form} name="kind" label="Kind" options={kinds} />)
  form.refuse({ kind: ['No trays today.'] })
  await expect.element(screen.getByText('No trays today.')).toBeVisible()
  await screen.getByText('Brackets').click()
  await expect.element(screen.getByText('No trays today.')).not.toBeInTheDocument()
})

test('flags add up; each is switched with the space bar', async () => {
  const form = make({ flags: 4 })
  const options = [
    { id: 1, label: 'Report' },
    { id: 2, label: 'Views', disabled: true },
    { id: 4, label: 'Models' },
  ]
  await show(<FlagsField form={form} name="flags" label="Add-ons" options={options} />)
  await userEvent.keyboard('{Tab} ')
  expect(form.values().flags).toBe(5)
  await userEvent.keyboard('{Tab} ')
  expect(form.values().flags).toBe(1)
  await expect.element(page.getByRole('checkbox', { name: 'Models' })).not.toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Views' })).toBeDisabled()
})

test('a toggle is switched at its words, which are read out with their help', async () => {
  const form = make()
  const screen = await show(<ToggleField form={form} name="urgent" label="Rush case" help="It costs extra." />)
  const toggle = screen.getByRole('checkbox', { name: 'Rush case' })
  await expect.element(toggle).toHaveAccessibleDescription('It costs extra.')
  await screen.getByText('Rush case').click()
  await expect.element(toggle).toBeChecked()
  expect(form.values().urgent).toBe(true)
})

const pick = page.getByRole('combobox', { name: 'Kind' })

test('a list does not show a value that it does not have as its first option', async () => {
  const form = make({ kind: 9 })
  await show(<SelectField form={form} name="kind" label="Kind" options={kinds} />)
  await expect.element(pick).toHaveValue('')
  await expect.element(page.getByRole('option', { name: 'Choose…' })).toBeInTheDocument()
  await userEvent.selectOptions(pick, 'Brackets')
  expect(form.values().kind).toBe(3)
  await expect.element(page.getByRole('option', { name: 'Choose…' })).not.toBeInTheDocument()
})

test('a list with words for nothing lets people choose nothing again', async () => {
  const form = make({ kind: 1 })
  const screen = await show(<SelectField form={form} name="kind" label="Kind" placeholder="None" options={kinds} />)
  await userEvent.selectOptions(pick, 'None')
  expect(form.values().kind).toBeNull()
  await expect.element(screen.getByText('Required')).toBeVisible()
  await expect.element(pick).toHaveAccessibleDescription('Required')
})

test('a list of words keeps words', async () => {
  const form = make()
  const sizes = [
    { id: 'small', label: 'Small' },
    { id: 'large', label: 'Large' },
  ] as const
  await show(<SelectField form={form} name="size" label="Kind" placeholder="None" options={sizes} />)
  await userEvent.selectOptions(pick, 'Large')
  expect(form.values().size).toBe('large')
})

test('one of many people is found by typing, and who was chosen stays chosen', async () => {
  const form = make({ people: [9] })
  const options = Array.from({ length: 9 }, (_, at) => ({
    id: at + 1,
    label: `Person ${at + 1}`,
    detail: at === 3 ? 'Denver' : undefined,
  }))
  const screen = await show(<ManyField form={form} name="people" label="People" none="Unassigned." options={options} />)
  const search = screen.getByRole('searchbox', { name: 'Search people' })
  await search.fill('denver person')
  await expect.element(screen.getByRole('checkbox')).toHaveAccessibleName('Person 4 Denver')
  await screen.getByRole('checkbox').click()
  expect(form.values().people).toEqual([9, 4])
  await search.fill('nobody of this name')
  await expect.element(screen.getByText('No matches.')).toBeVisible()
})

test('a few are shown without a search, none with their words', async () => {
  const options = [{ id: 1, label: 'Ada' }]
  const screen = await show(
    <ManyField form={make()} name="people" label="People" none="Unassigned." options={options} />,
  )
  await expect.element(screen.getByRole('checkbox', { name: 'Ada' })).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
  await screen.rerender(<ManyField form={make()} name="people" label="People" none="Unassigned." options={[]} />)
  await expect.element(screen.getByText('Unassigned.')).toBeVisible()
})
