import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { scan } from '../../../test/scan.ts'
import { showPage, type Asked } from '../../../test/show.tsx'
import { hearServerTime } from '../../lib/server-time.ts'
import { SessionContext } from '../../lib/session.tsx'
import { MyWork } from './my-work.tsx'

afterEach(async () => {
  // A clock that is right again.
  hearServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }), Date.now())
  await page.viewport(1280, 800)
})

const past = '2026-11-20T10:00:00.000Z'
const step = (id: number, process: string, started = false) => ({
  id,
  step: 'Models',
  process,
  started_at: started ? past : null,
  finished_at: null,
  user_id: started ? 1 : null,
  tech_name: null,
  user_email: null,
  production_time: null,
})
const item = (id: number, said: object = {}) => ({
  workflow_id: id,
  kind: 'initial_case_setup',
  version: 4,
  request_id: null,
  patient: { id: 100 + id, formatted_name: `Byron ${id}, Ada`, case_number_text: '', case_code: `C-${100 + id}` },
  organization: { id: 2, name: 'Summit', account_number: 'O-000002' },
  // Late on no day that this test runs.
  ship_date: '2199-12-04',
  rush_case: false,
  changes_asked: false,
  file_uploaded: false,
  status: { id: 2, key: 'in_progress', label: 'In Progress', color: 'blue' },
  status_updated_at: past,
  processes: [step(id * 10 + 1, 'Sculpt', true), step(id * 10 + 2, 'Base')],
  ...said,
})

/** A server with this work; every save is answered. */
function serverWith(mine: object[], available: object[] = [], to_correct: object[] = []): Asked[] {
  const saves: Asked[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    if (path.startsWith('/settings')) return Response.json({ settings: { lab: { time_zone: 'America/Denver' } } })
    if (path === '/my_work')
      return Response.json({
        mine,
        available,
        to_correct,
        totals: { mine: mine.length, available: available.length, to_correct: to_correct.length },
      })
    saves.push({ method: init?.method ?? 'GET', path, body: JSON.parse(init?.body as string) as unknown })
    return Response.json({ processes: [], workflow: {}, message: 'Steps saved.' })
  })
  return saves
}
const showWork = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <MyWork />
    </SessionContext>
  ))
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('finishes a step at the server’s time, and warns on a computer with a wrong clock (work/times)', async () => {
  const saves = serverWith([item(1)])
  const answers = vi.mocked(fetch).getMockImplementation()!
  const behind = 12 * 60_000
  vi.mocked(fetch).mockImplementation(async (...asked) => {
    const answer = await answers(...asked)
    answer.headers.set('date', new Date(Date.now() - behind).toUTCString())
    return answer
  })
  const screen = await showWork()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The clock of this computer is 12 minutes fast.')
  await screen
    .getByRole('button', { name: /Finish/ })
    .first()
    .click()
  await expect.poll(() => saves).toHaveLength(1)
  const { processes } = saves[0]!.body as { processes: { finished_at: string | null }[] }
  expect(Math.abs(Date.parse(processes[0]!.finished_at!) - (Date.now() - behind))).toBeLessThan(60_000)
  await screen.unmount()
})

test('one press finishes the step that runs and starts the next one (work/mine)', async () => {
  const saves = serverWith([item(1)])
  const screen = await showWork()
  await button('Finish Sculpt, start Base: Byron 1, Ada').click()
  await expect.poll(() => saves.length).toBe(1)
  expect(saves[0]).toEqual({
    method: 'PUT',
    path: '/tech-workflows/1/processes',
    body: {
      version: 4,
      processes: [
        { id: 11, started_at: past, finished_at: expect.any(String) as string, user_id: 1 },
        { id: 12, started_at: expect.any(String) as string, finished_at: null, user_id: 1 },
      ],
    },
  })
  await screen.unmount()
})

test('a scanned code selects the work; scanned once more it does the next step; one double reading does not', async () => {
  const saves = serverWith([item(1), item(2)])
  const screen = await showWork()
  const second = button('Finish Sculpt, start Base: Byron 2, Ada')
  await expect.element(second).toBeVisible()
  scan('C-102')
  await expect.element(second).toHaveFocus()
  scan('C-102', 50)
  expect(saves).toEqual([])
  scan('c-102')
  await expect.poll(() => saves.map(({ path }) => path)).toEqual(['/tech-workflows/2/processes'])
  await screen.unmount()
})

test('on a phone: what is late, what can be taken, and buttons that a finger hits', async () => {
  await page.viewport(390, 844)
  serverWith([item(1, { ship_date: '2020-01-03' })], [item(3, { kind: 'printing_request', request_id: 9 })])
  const screen = await showWork()
  await expect.element(page.getByRole('heading', { name: 'Mine (1)' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Available (1)' })).toBeVisible()
  await expect.element(page.getByText('late')).toBeVisible()
  for (const found of page.getByRole('list', { name: 'Available' }).getByRole('button').elements())
    expect(found.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
})

test('without work the page says so', async () => {
  serverWith([])
  const screen = await showWork()
  await expect.element(page.getByText('Nothing is assigned to you.')).toBeVisible()
  await expect.element(page.getByText('No unassigned work.')).toBeVisible()
  await screen.unmount()
})

test('uploaded corrections that wait have a list of their own, which leads to their request', async () => {
  serverWith([], [], [item(1, { kind: 'flawed_tray', request_id: 12, file_uploaded: true })])
  await showWork()
  const list = page.getByRole('list', { name: 'Corrected files to check' })
  await expect.element(list.getByText('File to check')).toBeVisible()
  // The steps are those of who makes the correction.
  await expect.element(button('Check the corrected file: Byron 1, Ada')).toBeVisible()
  await expect.element(button('Finish Sculpt, start Base: Byron 1, Ada')).not.toBeInTheDocument()
})
