import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, later, show } from '../../../test/show.tsx'
import { giveUpWork, holdsWork } from '../../lib/unsaved-work.ts'
import { NoteBox } from './notes.tsx'

const notes_changed = { doctor_notes: null, management_notes: null, internal_notes: null }
const patient = (doctor_notes: string, version: number) =>
  ({ id: 7, version, doctor_notes, notes_changed }) as unknown as Patient
const box = page.getByRole('textbox', { name: 'Doctor Notes' })
const save = page.getByRole('button', { name: 'Save' })
const notes = (text: string, version: number) => (
  <NoteBox patient={patient(text, version)} name="doctor_notes" label="Doctor Notes" mayWrite />
)

test('what is written while the note is saved stays to be saved', async () => {
  const { answer, arrive } = later()
  const calls = fakeServer(answer, { body: { patient: patient('Keep it. All of it.', 3) } })
  const screen = await show(notes('', 1))
  await box.fill('Keep it.')
  await save.click()
  await box.fill('Keep it. All of it.')
  arrive({ body: { patient: patient('Keep it.', 2) } })
  await expect.poll(() => calls).toHaveLength(1)
  await screen.rerender(notes('Keep it.', 2))
  await expect.element(box).toHaveValue('Keep it. All of it.')
  await save.click()
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls[1]!.body).toMatchObject({ text: 'Keep it. All of it.', version: 2 })
})

test('left while it is saved, nothing of it is held: no empty text waits to replace the note', async () => {
  const { answer, arrive } = later()
  fakeServer(answer)
  const screen = await show(notes('', 1))
  await box.fill('Keep it.')
  await save.click()
  giveUpWork()
  await screen.unmount()
  arrive({ body: { patient: patient('Keep it.', 2) } })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(holdsWork()).toBe(false)
  await show(notes('Keep it.', 2))
  await expect.element(box).toHaveValue('Keep it.')
  await expect.element(save).toBeDisabled()
})

test('once it is saved, the box shows the saved text, also before the page has fetched it', async () => {
  fakeServer({ body: { patient: patient('Close it.', 2) } })
  const screen = await show(notes('Keep it.', 1))
  await box.fill('Close it.')
  await save.click()
  await expect.element(save).toBeDisabled()
  expect((box.element() as HTMLTextAreaElement).value).toBe('Close it.')
  await screen.rerender(notes('Close it.', 2))
  await expect.element(box).toHaveValue('Close it.')
  // What others save later is shown all the same.
  await screen.rerender(notes('Leave it.', 3))
  await expect.element(box).toHaveValue('Leave it.')
  await screen.unmount()
})
