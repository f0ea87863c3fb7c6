import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { PaletteHost, usePaletteKeys } from './host.tsx'

const notify = vi.fn()
const hit = (name: string | RegExp) => page.getByRole('option', { name })
const openPalette = () => userEvent.keyboard('{Control>}k{/Control}')

/** A page with an action, one that is not possible now, and one that asks. */
function CaseInFront() {
  const [opened, setOpened] = useState(false)
  const [asks, setAsks] = useState(false)
  const [sent, setSent] = useState(false)
  usePaletteKeys(() => setOpened((open) => !open))
  return (
    <SessionContext value={sessionOf('supervisor')}>
      <PaletteHost opened={opened} onClose={() => setOpened(false)} onLogout={() => {}} />
      {!sent && (
        <ActionButton why={undefined} command="Notify the doctor" onClick={notify}>
          Notify
        </ActionButton>
      )}
      <button type="button" onClick={() => setSent(true)}>
        As a colleague does
      </button>
      <ActionButton why="This case is on hold." onClick={() => {}}>
        Complete
      </ActionButton>
      <ActionButton why={undefined} onClick={() => setAsks(true)}>
        Hold
      </ActionButton>
      <ConfirmDialog
        opened={asks}
        title="Hold it?"
        confirm="Continue"
        onClose={() => setAsks(false)}
        onConfirm={() => setAsks(false)}
      >
        Work on it stops.
      </ConfirmDialog>
    </SessionContext>
  )
}

async function showCase() {
  notify.mockClear()
  answersAt({ '/patients': { patients: [], meta: {} }, '/organizations': { organizations: [], meta: {} } })
  const screen = await showPage(CaseInFront)
  await openPalette()
  await expect.element(hit('Notify the doctor')).toBeVisible()
  return screen
}

test('the palette offers what the page in front offers, in words, and says why something is not possible (screens/palette)', async () => {
  const screen = await showCase()
  await expect.element(page.getByRole('group', { name: 'On this page' })).toBeVisible()
  await expect.element(hit(/^Complete/)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(hit(/^Complete/)).toMatchTextContent('This case is on hold.')
  await userEvent.keyboard('notify{Enter}')
  await expect.poll(() => notify.mock.calls.length).toBe(1)
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await screen.unmount()
})

test('a question that it opens has the focus, and returns it to where it was', async () => {
  const screen = await showCase()
  await userEvent.keyboard('{Escape}')
  const before = screen.getByRole('button', { name: 'Hold' }).element() as HTMLElement
  before.focus()
  await openPalette()
  await userEvent.keyboard('hold{Enter}')
  await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus()
  // What the question covers is not offered meanwhile.
  await openPalette()
  await expect.element(hit('Log out')).toBeVisible()
  expect(hit('Notify the doctor').elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(before)
  await screen.unmount()
})

test('what the page has ceased to offer behind the palette is not done', async () => {
  const screen = await showCase()
  ;(screen.getByText('As a colleague does').element() as HTMLElement).click()
  await expect.poll(() => screen.getByRole('button', { name: 'Notify' }).elements().length).toBe(0)
  ;(hit('Notify the doctor').element() as HTMLElement).click()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  expect(notify).not.toHaveBeenCalled()
  await screen.unmount()
})
