import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from '../../../test/show.tsx'
import { giveUpWork } from '../../lib/unsaved-work.ts'
import { Composer } from './composer.tsx'

const composer = (holdId: number, reason: string) => (
  <Composer patientId={7} hold={{ id: holdId, reason }} renderAttachments={() => null} onSent={() => {}} />
)
const release = page.getByRole('button', { name: 'Send and release' })

test('Send and release does not ask, and answers the hold that is seen (cases/send-and-release)', async () => {
  const calls = fakeServer({ status: 409, body: { error: 'No', code: 409 } })
  const screen = await show(composer(1, 'Which shade?'))
  await expect.element(release).toBeDisabled()
  await page.getByRole('textbox', { name: 'Message' }).fill('A2, please.')
  await screen.rerender(composer(2, 'May we extract a tooth?'))
  await release.click()
  await expect.poll(() => calls).toMatchObject([{ body: { text: 'A2, please.', releases_hold_id: 2 } }])
  expect(page.getByRole('dialog').elements()).toEqual([])
  giveUpWork()
})
