import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from '../../../test/show.tsx'
import { giveUpWork } from '../../lib/unsaved-work.ts'
import { Composer } from './composer.tsx'

const composer = (holdId: number, reason: string) => (
  <Composer patientId={7} hold={{ id: holdId, reason }} renderAttachments={() => null} onSent={() => {}} />
)
const release = page.getByRole('button', { name: 'Send and release' })
const question = page.getByRole('dialog')

test('an answer is to the hold that was seen: where another takes its place, the question ends and nothing is sent', async () => {
  const calls = fakeServer({ status: 409, body: { error: 'No', code: 409 } })
  const screen = await show(composer(1, 'Which shade?'))
  await page.getByRole('textbox', { name: 'Message' }).fill('A2, please.')
  await release.click()
  await expect.element(question).toBeVisible()
  await screen.rerender(composer(2, 'May we extract a tooth?'))
  await expect.element(question).not.toBeInTheDocument()
  expect(calls).toEqual([])
  // Asked anew, it is the one that is there.
  await release.click()
  await question.getByRole('button', { name: 'Send and release' }).click()
  await expect.poll(() => calls).toMatchObject([{ body: { text: 'A2, please.', releases_hold_id: 2 } }])
  giveUpWork()
})
