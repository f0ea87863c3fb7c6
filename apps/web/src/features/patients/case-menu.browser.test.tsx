import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PracticeList } from './practice-list.tsx'

const practice = { id: 2, pivot: { all_permissions: [], role: { name: 'organization_owner' } } } as never

test('a row of a practice says Review while the setup waits, and has Details in its menu all the same', async () => {
  const row = { ...givenCase(), workflow_data: { initial_case_setup: null, printing_request: null } }
  answersAt({
    '/organizations/2/patients': {
      patients: [row],
      meta: { total: 1, page: 1, per_page: 50, last_page: 1, next: null },
    },
    '/organizations/2/patient_counts_per_status': { counts: { all: 1 } },
    '/organizations/2': { locations: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor')}>
      <PracticeList organization={practice} search={{}} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Byron, Ada' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  // The lab's own pages are not offered to practices.
  expect(page.getByRole('menuitem', { name: 'Workflows' }).elements()).toEqual([])
  await page.getByRole('menuitem', { name: 'View in 3D' }).click()
  expect(open).toHaveBeenCalledWith('/3dviewer/made/organization/2/patient/7/C-7', '_blank', 'noopener')
  await screen.unmount()
})
