import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenRow, labListAnswers } from '../../../test/given-list.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { ListSearch } from './list-search.ts'
import { ManagementList } from './management-list.tsx'

const status = { id: 1, key: 'in_progress', label: 'In Progress', color: 'blue' }
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
    ...labListAnswers([givenRow(1), givenRow(2)], { in_progress: 2, all: 2 }),
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
  const { screen, since } = await afterTwoMinutes({}, [givenRow(2, { workflow_data: work('Tina Tech') })])
  await expect.element(page.getByRole('cell', { name: 'Tina Tech' })).toBeVisible()
  expect(since()).toEqual(['/sync/workflow-data'])
  await screen.unmount()
})

test.each([
  ['a filtered list', { 'filter[rush_case_only]': '1' }, [givenRow(2, { rush_case: true })], {}],
  ['a case that is not shown', {}, [givenRow(3)], {}],
  ['too many changes for one answer', {}, [givenRow(2, { workflow_data: work('Tina Tech') })], { complete: false }],
] as const)('%s is fetched as a whole', async (_, search, changed, said) => {
  const { screen, since } = await afterTwoMinutes(search, [...changed], { complete: true, ...said })
  await expect.poll(since).toContain('/patients')
  await screen.unmount()
})

test('however often cases change, a list is fetched as a whole every ten minutes: it may show a case that is gone', async () => {
  const began = Date.now()
  // The list arrives at once, its changes seven minutes later.
  const isShown = () => document.body.textContent.includes('Byron 1, Ada')
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + (isShown() ? 7 * 60_000 : 0))
  const { screen, since } = await afterTwoMinutes({}, [givenRow(2, { workflow_data: work('Tina Tech') })])
  await expect.element(page.getByRole('cell', { name: 'Tina Tech' })).toBeVisible()
  clock.mockImplementation(() => began + 15 * 60_000)
  await vi.advanceTimersByTimeAsync(120_000)
  await expect.poll(since).toEqual(['/sync/workflow-data', '/patients'])
  clock.mockRestore()
  await screen.unmount()
})
