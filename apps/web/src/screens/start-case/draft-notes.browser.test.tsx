import { expect, test, vi } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { DraftNotes } from './draft-notes.tsx'
import type { DraftState } from './draft-saver.ts'

/** The notes above the form of a draft that stands so. */
async function notesOf(shown: DraftState) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ drafts: [] }))
  const saving = {
    shown,
    pause: () => Promise.resolve(),
    goOn: vi.fn(),
    done: vi.fn(),
    knowledge: () => ({}),
    keepMine: vi.fn(),
  }
  const onTheirs = vi.fn()
  const screen = await showPage(() => (
    <DraftNotes organizationId={1} draftKey="d1" draft={null} saving={saving} onTheirs={onTheirs} />
  ))
  return {
    screen,
    saving,
    onTheirs,
    buttons: () =>
      screen
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
  }
}
const theirs = { data: {}, gone: [], updated_at: new Date().toISOString() }

test('a draft that another window changed is a choice between the two (rx-form/two-pages)', async () => {
  const { screen, saving, onTheirs } = await notesOf({ state: 'overtaken', theirs })
  await expect.element(screen.getByText(/^This draft was changed in another window/)).toBeVisible()
  await screen.getByRole('button', { name: 'Show that one' }).click()
  expect(onTheirs).toHaveBeenCalledExactlyOnceWith(theirs)
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  expect(saving.keepMine).toHaveBeenCalledExactlyOnceWith(theirs)
})

test('one that another window threw away is kept on request only', async () => {
  const { screen, saving, buttons } = await notesOf({ state: 'overtaken', theirs: null })
  await expect.element(screen.getByText('This draft was discarded in another window.')).toBeVisible()
  expect(buttons()).toEqual(['Keep it'])
  await screen.getByRole('button', { name: 'Keep it' }).click()
  expect(saving.keepMine).toHaveBeenCalledExactlyOnceWith(null)
})

test('one that is a case by now says so, and leads to another', async () => {
  const { screen, buttons } = await notesOf({ state: 'submitted' })
  await expect.element(screen.getByText(/^This case has already been submitted/)).toBeVisible()
  expect(buttons()).toEqual(['Start another case'])
})
