import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { ListSearch } from './list-search.ts'
import { ManagementList } from './management-list.tsx'

const status = { id: 1, key: 'in_progress', label: 'In Progress', color: 'blue' }
const row = (id: number, said: object = {}) => ({
  id,
  first_name: 'Ada',
  last_name: 'Byron',
  formatted_name: `Byron ${id}, Ada`,
  case_number_text: '',
  case_code: `C-${id}`,
  patient_status_id: 1,
  patient_status: status,
  organization_id: 2,
  organization: { id: 2, name: 'Summit', account_number: 'O-000002' },
  user: null,
  user_id: null,
  is_on_hold: false,
  duplicated: false,
  rush_case: false,
  deleted_at: null,
  cancelled_at: null,
  ship_date: '2026-12-04',
  open_request_id: null,
  submission_completed_by: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  workflow_data: { initial_case_setup: null, printing_request: null },
  ...said,
})
const work = (name: string) => ({
  initial_case_setup: {
    assigned_to: { id: 3, full_name: name },
    status,
    status_updated_at: '2026-11-20T10:00:00.000Z',
    next_step: { process: 'Base', tech_name: null },
  },
  printing_request: null,
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** The lab's list with Auto-Refresh on, and what two minutes later is asked. */
async function afterTwoMinutes(search: ListSearch, changed: object[], answer: object = { complete: true }) {
  localStorage.setItem('archwire.auto-refresh.1', 'true')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const asked = answersAt({
    '/patients': { patients: [row(1), row(2)], meta: { total: 2, page: 1, per_page: 50, last_page: 1, next: null } },
    '/patients/counts_per_status': { counts: { new: 0, in_progress: 2, awaiting_approval: 0, approved: 0, all: 2 } },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
    '/case_list_views': { case_list_views: [] },
    '/sync/workflow-data': { workflow_data: changed, until: '2026-11-26T10:00:00.000Z', ...answer },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ManagementList search={search} onSearch={() => {}} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('link', { name: 'Byron 1, Ada' })).toBeVisible()
  const before = asked.length
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() => expect(asked.slice(before).some((path) => path.startsWith('/sync/'))).toBe(true))
  return { screen, since: () => asked.slice(before).map((path) => path.replace(/\?.*/, '')) }
}

test('a case that changed where it is is put into the list, which is not fetched again (work/sync)', async () => {
  const { screen, since } = await afterTwoMinutes({}, [row(2, { workflow_data: work('Tina Tech') })])
  await expect.element(page.getByRole('cell', { name: 'Tina Tech' })).toBeVisible()
  expect(since()).toEqual(['/sync/workflow-data'])
  await screen.unmount()
})

test.each([
  ['a filtered list', { 'filter[rush_case_only]': '1' }, [row(2, { rush_case: true })], {}],
  ['a case that is not shown', {}, [row(3)], {}],
  ['too many changes for one answer', {}, [row(2, { workflow_data: work('Tina Tech') })], { complete: false }],
] as const)('%s is fetched as a whole', async (_, search, changed, said) => {
  const { screen, since } = await afterTwoMinutes(search, [...changed], { complete: true, ...said })
  await expect.poll(since).toContain('/patients')
  await screen.unmount()
})
