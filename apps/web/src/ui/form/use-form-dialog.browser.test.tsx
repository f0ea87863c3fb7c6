import { patients } from '@archwire/contract/client/patients'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { askBeforeLeaving, heldWork, holdsWork, mayLeave } from '../../lib/unsaved-work.ts'
import { fakeServer, later, show } from '../../../test/show.tsx'
import { FormDialog } from '../dialog.tsx'
import { createForm } from './store.ts'
import { TextField } from './text-field.tsx'
import { useFormDialog } from './use-form-dialog.ts'

interface Props {
  seen?: string
  onDone?: (answer: unknown) => void
  onClose?: () => void
  untouched?: boolean
  note?: string
}

/** The dialog that asks for changes, with nothing around it. */
function Ask({ seen = 'v1', onDone = () => {}, onClose = () => {}, untouched, note = '' }: Props) {
  const { form, dialog } = useFormDialog({
    route: patients.requestChanges,
    recordId: 7,
    make: () =>
      createForm({
        initial: { title: '', note },
        validate: ({ note: text }) => (text.trim() === '' ? { note: ['Required'] } : {}),
      }),
    input: ({ note: text }, saw) => ({ params: { id: 7 }, body: { note: text.trim(), seen: saw } }),
    seen,
    untouched,
    onDone,
  })
  return (
    <FormDialog {...dialog} title="What should be changed?" confirm="Send" onClose={onClose}>
      <TextField form={form} name="title" label="Title" />
      <TextField form={form} name="note" label="Changes" rows={3} focusFirst />
    </FormDialog>
  )
}

const note = page.getByRole('textbox', { name: 'Changes' })
const send = page.getByRole('button', { name: 'Send' })

test('begins in the field that is to be filled in, and can be sent once nothing is missing', async () => {
  await show(<Ask />)
  await expect.element(page.getByRole('dialog', { name: 'What should be changed?' })).toBeVisible()
  await expect.element(note).toHaveFocus()
  await expect.element(send).toBeDisabled()
  await userEvent.keyboard('Rotate it')
  await expect.element(send).toBeEnabled()
})

test('Escape closes it and sends nothing', async () => {
  const calls = fakeServer({ body: {} })
  const onClose = vi.fn()
  await show(<Ask onClose={onClose} />)
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(calls).toEqual([])
})

test('the keyboard stays within it', async () => {
  await show(
    <>
      <button type="button">Behind it</button>
      <Ask note="x" />
    </>,
  )
  await expect.element(note).toHaveFocus()
  for (const name of ['Cancel', 'Send', 'Close']) {
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button', { name })).toHaveFocus()
  }
})

test('is sent once, however often its button is pressed, and is busy until the answer comes', async () => {
  const { answer, arrive } = later()
  const calls = fakeServer(answer)
  const onDone = vi.fn()
  await show(<Ask onDone={onDone} />)
  await note.fill(' Rotate it ')
  await send.dblClick()
  await expect.element(send).toHaveAttribute('data-loading', 'true')
  await expect.element(send).toBeDisabled()
  expect(onDone).not.toHaveBeenCalled()
  arrive({ body: { message: 'Sent.' } })
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(calls).toEqual([
    { method: 'POST', path: '/patients/7/request_changes', body: { note: 'Rotate it', seen: 'v1' } },
  ])
})

test('words of the server land at their field, what was typed stays, and it can be sent again', async () => {
  const calls = fakeServer({ status: 422, body: { error: { note: ['Say which tooth.'] } } }, { body: {} })
  const onDone = vi.fn()
  const screen = await show(<Ask onDone={onDone} />)
  await note.fill('Rotate it')
  await send.click()
  await expect.element(note).toHaveAccessibleDescription('Say which tooth.')
  await expect.element(note).toHaveFocus()
  await expect.element(note).toHaveValue('Rotate it')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await note.fill('Rotate tooth 11')
  await expect.element(screen.getByText('Say which tooth.')).not.toBeInTheDocument()
  await send.click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(calls.map(({ body }) => body)).toEqual([
    { note: 'Rotate it', seen: 'v1' },
    { note: 'Rotate tooth 11', seen: 'v1' },
  ])
})

test('a refusal that names no field is said in a toast, and the dialog stays', async () => {
  fakeServer({ status: 403, body: { error: 'You may not.' } })
  const screen = await show(<Ask />)
  await note.fill('Rotate it')
  await send.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('You may not.')
  await expect.element(note).toHaveValue('Rotate it')
  await expect.element(send).toBeEnabled()
})

test('decides on what was seen when it was opened; after a conflict, on what is shown by then', async () => {
  const calls = fakeServer({ status: 409, body: { error: 'It changed.' } }, { body: {} })
  const screen = await show(<Ask note="x" />)
  await screen.rerender(<Ask note="x" seen="v2" />)
  await send.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('It changed.')
  await send.click()
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls.map(({ body }) => (body as { seen: string }).seen)).toEqual(['v1', 'v2'])
})

test('where something has to change first, it cannot be sent as it stood', async () => {
  await show(<Ask note="x" untouched={false} />)
  await expect.element(send).toBeDisabled()
  await note.fill('xy')
  await expect.element(send).toBeEnabled()
  await note.fill('x')
  await expect.element(send).toBeDisabled()
})

test('what was typed is there again after Escape, and after the session’s end; after Cancel nobody is asked about it', async () => {
  fakeServer({ body: {} })
  const onDone = vi.fn()
  const again = async () => {
    const screen = await show(<Ask onDone={onDone} />)
    return async () => screen.unmount()
  }
  let leave = await again()
  await note.fill('Rotate it')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Your text is kept until you open this again.')).toBeVisible()
  // The page goes without asking, as it does for the sign-in.
  await leave()
  leave = await again()
  await expect.element(note).toHaveValue('Rotate it')
  const ask = vi.fn(() => Promise.resolve(false))
  askBeforeLeaving(ask)
  expect(await mayLeave()).toBe(false)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await mayLeave()).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  await leave()
  leave = await again()
  await expect.element(note).toHaveValue('Rotate it')
  await note.fill('Rotate tooth 11')
  await send.click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(holdsWork()).toBe(false)
  await leave()
})

test('nothing that was typed for one record is shown for another, nor in the browser’s storage', async () => {
  await show(<Ask />)
  await note.fill('Rotate it')
  expect(heldWork('patients.requestChanges:7')).toEqual({ values: { title: '', note: 'Rotate it' }, texts: {} })
  expect(heldWork('patients.requestChanges:8')).toBeUndefined()
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Rotate')
})

test('that the text is kept is said until it is sent', async () => {
  fakeServer({ body: {} })
  const onDone = vi.fn()
  await show(<Ask onDone={onDone} />)
  await note.fill('Rotate it')
  await userEvent.keyboard('{Escape}')
  const kept = page.getByText('Your text is kept until you open this again.')
  await expect.element(kept).toBeVisible()
  await send.click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  await expect.element(kept).not.toBeInTheDocument()
})
