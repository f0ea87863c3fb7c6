import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { holdsWork } from '../../lib/unsaved-work.ts'
import { ShareScene } from './share-scene.tsx'

const dialog = page.getByRole('dialog', { name: 'Share: Setup' })
const label = dialog.getByRole('textbox', { name: /Who it is for/ })
const share = page.getByRole('button', { name: 'Share' })
const isKept = page.getByText('Your text is kept until you open this again.').first()

test('what was typed stays when the dialog is closed, until the link is made (screens/unsaved)', async () => {
  answersAt({
    '/patients/7/share_links': { share_links: [], url: 'https://archwire.example/shared/x' },
  })
  const screen = await showPage(() => <ShareScene patientId={7} kind="setup" label="Setup" />)
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await share.click()
    await label.fill('Dr. Colleague')
    await close()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(isKept).toBeVisible()
    await share.click()
    await expect.element(label).toHaveValue('Dr. Colleague')
    await userEvent.keyboard('{Escape}')
  }
  await share.click()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await expect.element(dialog.getByText('https://archwire.example/shared/x')).toBeVisible()
  // The next link is for somebody else, and nothing waits to be sent.
  await expect.element(label).toHaveValue('')
  expect(holdsWork()).toBe(false)
  await screen.unmount()
})

test('the new link is copied by one press, and a message says so (screens/copied)', async () => {
  const url = 'https://archwire.example/shared/x'
  answersAt({ '/patients/7/share_links': { share_links: [], url } })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await showPage(() => <ShareScene patientId={7} kind="setup" label="Setup" />)
  await share.click()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByRole('status').getByRole('button').click()
  await expect.element(page.getByText('Link copied!', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Copied!', { exact: true })).toBeVisible()
  expect(written.mock.calls).toEqual([[url]])
  await screen.unmount()
})

test('the dialog says that a link shows no later scans and ends with the access of its maker (scans/shared)', async () => {
  answersAt({ '/patients/7/share_links': { share_links: [] } })
  const screen = await showPage(() => <ShareScene patientId={7} kind="setup" label="Setup" />)
  await share.click()
  await expect
    .element(
      dialog.getByText(
        'Shows the scans that are on the case now. Scans added later are not shown. The link stops working when you no longer have access to this case.',
      ),
    )
    .toBeVisible()
  await screen.unmount()
})
