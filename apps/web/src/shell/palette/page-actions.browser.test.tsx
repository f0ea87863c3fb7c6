import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { show, showPage } from '../../../test/show.tsx'
import { pageActions, usePageActions, type OfferedAction } from '../../lib/page-actions.ts'
import { SessionContext } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { PaletteHost, usePaletteKeys } from './host.tsx'
import { Palette } from './palette.tsx'

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
  answersAt({ '/palette': { palette: { basis: 'latest', searched: [], hits: [] } } })
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

test('what the page ceases to offer behind the palette is gone from it', async () => {
  const screen = await showCase()
  ;(screen.getByText('As a colleague does').element() as HTMLElement).click()
  await expect.element(hit('Notify the doctor')).not.toBeInTheDocument()
  await expect.element(hit('Hold')).toBeVisible()
  await screen.unmount()
})

test('nothing is offered of a page that came while the palette was open: it was read of another case', async () => {
  const screen = await showCase()
  screen.leave()
  await expect.element(hit('Notify the doctor')).not.toBeInTheDocument()
  await expect.element(hit('Hold')).not.toBeInTheDocument()
  await screen.unmount()
})

test('two actions of one name are two, and each does its own', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const offered: OfferedAction[] = []
  const Two = () => (
    <>
      <ActionButton why={undefined} command="Mark it" onClick={first}>
        Mark
      </ActionButton>
      <ActionButton why={undefined} command="Mark it" loading onClick={second}>
        Mark
      </ActionButton>
    </>
  )
  const screen = await show(<Two />)
  offered.push(...pageActions())
  expect(new Set(offered.map(({ key }) => key)).size).toBe(2)
  expect(offered.map(({ why }) => why)).toEqual([undefined, 'Please wait.'])
  for (const { run } of offered) run()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  await screen.unmount()
  expect(pageActions()).toEqual([])
})

test('all words of a label come before what only begins with them', async () => {
  const [alone, both] = [vi.fn(), vi.fn()]
  const Steps = () => {
    const [text, setText] = useState('finish sculpt')
    usePageActions([
      { label: 'Finish Sculpt, start Base', run: both },
      { label: 'Finish Sculpt', run: alone },
    ])
    return (
      <SessionContext value={sessionOf('supervisor')}>
        <Palette text={text} onText={setText} entered={false} onClose={() => {}} onLogout={() => {}} />
      </SessionContext>
    )
  }
  answersAt({ '/palette': { palette: { basis: 'latest', searched: [], hits: [] } } })
  const screen = await showPage(Steps)
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Finish Sculpt')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => alone.mock.calls.length).toBe(1)
  expect(both).not.toHaveBeenCalled()
  await screen.unmount()
})

test('Escape closes the palette alone, not the question below it', async () => {
  const screen = await showCase()
  await userEvent.keyboard('hold{Enter}')
  await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus()
  await openPalette()
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await screen.unmount()
})
