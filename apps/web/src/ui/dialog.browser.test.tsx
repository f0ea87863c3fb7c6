import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { ConfirmDialog, FormDialog } from './dialog.tsx'

const ask = (onConfirm: () => void, onClose: () => void, busy = false) => (
  <ConfirmDialog opened title="Delete it?" confirm="Delete" danger busy={busy} onConfirm={onConfirm} onClose={onClose}>
    It cannot be brought back.
  </ConfirmDialog>
)
const main = page.getByRole('button', { name: 'Delete' })

test('a question begins on its main button: Enter is enough once it can have been read (screens/question)', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  await show(ask(onConfirm, onClose))
  await expect
    .element(page.getByRole('dialog', { name: 'Delete it?' }))
    .toMatchTextContent('It cannot be brought back.')
  await expect.element(main).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onConfirm, 'the second half of the press that opened it').not.toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve, 550))
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  expect(main.element().dispatchEvent(held), 'held from before').toBe(false)
  await userEvent.keyboard('{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('Escape, Cancel and the cross leave everything as it is', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  await show(ask(onConfirm, onClose))
  await expect.element(main).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledTimes(3)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a click beside a question closes it, but not beside what somebody typed', async () => {
  const onClose = vi.fn()
  const beside = () => (document.querySelector('.mantine-Modal-overlay') as HTMLElement).click()
  const screen = await show(ask(() => {}, onClose))
  await expect.element(main).toHaveFocus()
  beside()
  expect(onClose).toHaveBeenCalledOnce()
  await screen.rerender(
    <FormDialog opened title="Ask for changes" confirm="Ask" onConfirm={() => {}} onClose={onClose}>
      <textarea aria-label="What should be changed?" />
    </FormDialog>,
  )
  await page.getByLabelText('What should be changed?').fill('Rotate 11.')
  beside()
  await expect.element(page.getByLabelText('What should be changed?')).toHaveValue('Rotate 11.')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a double click counts once', async () => {
  const onConfirm = vi.fn()
  await show(ask(onConfirm, () => {}))
  const button = main.element() as HTMLElement
  // Both halves before anything is painted, however busy the machine is.
  button.click()
  button.click()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('while it is at work it cannot be confirmed a second time', async () => {
  const onConfirm = vi.fn()
  const screen = await show(ask(onConfirm, () => {}))
  await main.click()
  await screen.rerender(ask(onConfirm, () => {}, true))
  await expect.element(main).toBeDisabled()
  await screen.rerender(ask(onConfirm, () => {}))
  await expect.element(main).toBeEnabled()
  expect(onConfirm).toHaveBeenCalledOnce()
})

function Asking() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        Ask
      </button>
      {asks && (
        <FormDialog opened title="Which one?" confirm="Take" onConfirm={() => {}} onClose={() => setAsks(false)}>
          <input aria-label="Name" data-autofocus />
        </FormDialog>
      )}
    </>
  )
}

test('a dialog that is taken away while it is open gives the focus back (screens/focus)', async () => {
  await show(<Asking />)
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus()
})
