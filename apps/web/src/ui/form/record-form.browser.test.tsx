import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../lib/api.ts'
import { showPage } from '../../../test/show.tsx'
import { RecordForm, useRecordForm } from './record-form.tsx'
import { createForm } from './store.ts'
import { TextField } from './text-field.tsx'

interface Place {
  id: number
  version: number
  name: string
  city: string
}

const first: Place = { id: 7, version: 1, name: 'Harbor', city: 'Denver' }

const makeNew = () => createForm<Pick<Place, 'name'>>({ initial: { name: '' }, validate: () => ({}) })

/** A place's form, and a colleague's concurrent change of the place. */
async function showPlace(change: Partial<Place> = {}, onSave = vi.fn(), among = false) {
  function PlacePage() {
    const [place, setPlace] = useState(first)
    const [busy, setBusy] = useState(false)
    const { version, saved, refused, ...record } = useRecordForm('place', place, (shown) =>
      createForm({
        initial: { name: shown?.name ?? '', city: shown?.city ?? '' },
        validate: ({ name }) => (name === '' ? { name: ['Required'] } : {}),
      }),
    )
    const save = () => {
      setBusy(true)
      const answered =
        <T,>(act: (answer: T) => boolean) =>
        (answer: T) => {
          setBusy(false)
          return act(answer)
        }
      onSave(version, record.form.values(), { saved: answered(saved), refused: answered(refused) })
    }
    return (
      <>
        <button type="button" onClick={() => setPlace({ ...first, version: 2, ...change })}>
          A colleague saves
        </button>
        <RecordForm {...record} among={among} submit="Save" busy={busy} onSubmit={save} onCancel={record.takeTheirs}>
          <TextField form={record.form} name="name" label="Name" />
          <TextField form={record.form} name="city" label="City" />
        </RecordForm>
      </>
    )
  }
  return showPage(PlacePage)
}

const name = page.getByRole('textbox', { name: 'Name' })
const city = page.getByRole('textbox', { name: 'City' })
const save = page.getByRole('button', { name: 'Save' })
const press = (button: string) => page.getByRole('button', { name: button }).click()

test('can be saved once something changed and nothing is wrong, with Enter, too', async () => {
  const onSave = vi.fn()
  await showPlace({}, onSave)
  await expect.element(save).toBeDisabled()
  await name.fill('')
  await expect.element(save).toBeDisabled()
  await name.fill('Harbor Street')
  await expect.element(save).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  expect(onSave).toHaveBeenCalledOnce()
  expect(onSave.mock.calls[0]!.slice(0, 2)).toEqual([1, { name: 'Harbor Street', city: 'Denver' }])
})

test('among other parts of a page there is something to cancel only while something is typed', async () => {
  await showPlace({}, vi.fn(), true)
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect.element(save).toBeDisabled()
  await expect.element(cancel).not.toBeInTheDocument()
  await name.fill('Pier')
  await cancel.click()
  await expect.element(name).toHaveValue('Harbor')
  await expect.element(cancel).not.toBeInTheDocument()
})

test('an untouched form follows the record', async () => {
  await showPlace({ name: 'Pier' })
  await press('A colleague saves')
  await expect.element(name).toHaveValue('Pier')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a touched one says that somebody else changed it, and shows theirs', async () => {
  await showPlace({ name: 'Pier' })
  await city.fill('Boulder')
  await press('A colleague saves')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Someone else changed this place in the meantime.')
  await expect.element(name).toHaveValue('Harbor')
  await press('Show theirs')
  await expect.element(name).toHaveValue('Pier')
  await expect.element(city).toHaveValue('Denver')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(save).toBeDisabled()
})

test('the keyboard goes to the note that says so, unless somebody is typing (screens/focus)', async () => {
  await showPlace({ name: 'Pier' })
  await city.fill('Boulder')
  await press('A colleague saves')
  await expect.element(page.getByRole('alert')).toBeVisible()
  const hasFocus = () => document.activeElement?.querySelector('[role=alert]') !== null
  await expect.poll(hasFocus).toBe(true)
  await press('Keep mine')

  await city.click()
  // As it comes from elsewhere: nothing was pressed here.
  ;(page.getByRole('button', { name: 'A colleague saves' }).element() as HTMLElement).click()
  await userEvent.keyboard('!')
  await expect.element(city).toHaveFocus()
})

test('kept, what was typed stays, the rest is theirs, and it is saved on their version', async () => {
  const onSave = vi.fn()
  await showPlace({ name: 'Pier' }, onSave)
  await city.fill('Boulder')
  await press('A colleague saves')
  await press('Keep mine')
  await expect.element(name).toHaveValue('Pier')
  await expect.element(city).toHaveValue('Boulder')
  await save.click()
  expect(onSave.mock.calls[0]!.slice(0, 2)).toEqual([2, { name: 'Pier', city: 'Boulder' }])
})

test('a change of something that the form does not show is nothing to decide', async () => {
  const onSave = vi.fn()
  await showPlace({}, onSave)
  await city.fill('Boulder')
  await press('A colleague saves')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await save.click()
  expect(onSave.mock.calls[0]![0]).toBe(2)
})

test('a refusal stands at its fields, and the keyboard goes to the first of them', async () => {
  const refusal = new ApiError(422, 422, 'No.', { city: ['Nobody knows it.'] })
  await showPlace(
    {},
    vi.fn((_version, _values, { refused }: { refused: (error: unknown) => boolean }) => refused(refusal)),
  )
  await name.fill('Pier')
  await save.click()
  await expect.element(city).toHaveAccessibleDescription('Nobody knows it.')
  await expect.element(city).toHaveFocus()
  await expect.element(name).toHaveValue('Pier')
})

test('asks before it is left with something that is not saved, and not otherwise', async () => {
  const screen = await showPlace()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await name.fill('Pier')
  screen.leave()
  await expect.element(question).toMatchTextContent('Your changes to this place are not saved yet.')
  await press('Stay')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Pier')
  await name.fill('Harbor')
  screen.leave()
  await expect.element(page.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('after the session’s end the form has what was typed, on the version that it was started with', async () => {
  const onSave = vi.fn()
  const screen = await showPlace({}, onSave)
  await name.fill('Pier')
  await screen.unmount()
  await showPlace({}, onSave)
  await expect.element(name).toHaveValue('Pier')
  await expect.element(city).toHaveValue('Denver')
  await save.click()
  expect(onSave.mock.calls[0]!.slice(0, 2)).toEqual([1, { name: 'Pier', city: 'Denver' }])
})

test('what is typed while a save is on its way stays, and can be saved (screens/unsaved)', async () => {
  const onSave = vi.fn()
  await showPlace({}, onSave)
  await name.fill('Pier')
  await save.click()
  await city.fill('Boulder')
  const { saved } = onSave.mock.calls[0]![2] as { saved: (next: Place) => boolean }
  expect(saved({ ...first, version: 2, name: 'Pier' })).toBe(false)
  await expect.element(save).toBeEnabled()
  await expect.element(name).toHaveValue('Pier')
  await expect.element(city).toHaveValue('Boulder')
  // A person who types continues where they were.
  await expect.element(city).toHaveFocus()
  await save.click()
  expect(onSave.mock.calls[1]!.slice(0, 2)).toEqual([2, { name: 'Pier', city: 'Boulder' }])
})

test('a field that was saved and is typed on keeps what was typed on', async () => {
  const onSave = vi.fn()
  await showPlace({}, onSave)
  await city.fill('8020')
  await save.click()
  await city.fill('80204')
  const saved = (call: number, next: Partial<Place>) =>
    (onSave.mock.calls[call]![2] as { saved: (next: Place) => boolean }).saved({ ...first, ...next })
  saved(0, { version: 2, city: '8020' })
  await expect.element(save).toBeEnabled()
  await expect.element(city).toHaveValue('80204')
  await save.click()
  expect(saved(1, { version: 3, city: '80204' })).toBe(true)
  await expect.element(save).toBeDisabled()
})

test('the fields of a new record are closed while it is created, and its page follows', async () => {
  function NewPlace() {
    const [busy, setBusy] = useState(false)
    const record = useRecordForm<Place, Pick<Place, 'name'>>('place', undefined, makeNew)
    return (
      <>
        <RecordForm {...record} submit="Create" busy={busy} onSubmit={() => setBusy(true)} onCancel={() => {}}>
          <TextField form={record.form} name="name" label="Name" />
        </RecordForm>
        <button type="button" onClick={() => setBusy(false)}>
          The server refuses
        </button>
      </>
    )
  }
  await showPage(NewPlace)
  await name.fill('Pier')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('s')
  await press('The server refuses')
  await expect.element(name).toHaveValue('Pier')
  await name.fill('Piers')
  await expect.element(name).toHaveValue('Piers')
})
