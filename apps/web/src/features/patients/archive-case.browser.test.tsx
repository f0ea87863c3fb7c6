import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { ArchiveActions } from './archive-case.tsx'

const deleted_at = '2026-11-21T10:00:00.000Z'
const moved = 'The Rx form of this case has moved to another case.'
const restore = page.getByRole('button', { name: 'Restore', exact: true })
const showActions = (said: Parameters<typeof givenCase>[0]) =>
  showPage(() => (
    <>
      <p>The case</p>
      <ArchiveActions patient={givenCase(said)} onDeleted={() => {}} />
    </>
  ))

test('where an archived case cannot be restored, the button says why', async () => {
  const screen = await showActions({ deleted_at, why_not: { restore: moved } })
  await expect.element(restore).toHaveAccessibleDescription(moved)
  await expect.element(restore).toHaveAttribute('aria-disabled', 'true')
  await screen.unmount()
})

test('a case that is not archived has no such button, and an archived one has it after a question', async () => {
  const open = await showActions({ can: ['archive'], why_not: { restore: 'This case is not archived.' } })
  await expect.element(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  await expect.element(restore).not.toBeInTheDocument()
  await open.unmount()
  const screen = await showActions({ deleted_at, can: ['restore'] })
  await restore.click()
  await expect.element(page.getByRole('dialog', { name: 'Restore this case?' })).toBeVisible()
  await screen.unmount()
})
