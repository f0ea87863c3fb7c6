import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { givenRequestOf, givenTray } from '../../../test/given-tray.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PatientWorkflow } from './patient-workflow.tsx'

afterEach(() => page.viewport(1280, 800))

const work = {
  id: 3,
  kind: 'initial_case_setup',
  version: 1,
  round: 1,
  asked_at: null,
  former_rounds: [],
  processes: [
    { id: 1, process: 'Sculpt', started_at: '2026-11-20T10:00:00.000Z', finished_at: null },
    { id: 2, process: 'Base', started_at: null, finished_at: null },
  ],
  can: { edit: false },
  why_not: {},
  assigned_to: null,
}

const nothingSaid = {
  entries: [],
  meta: { total: 0, page: 1, per_page: 30, last_page: 1 },
  unread: 0,
  hold: null,
  can: { write: true, release: false },
  why_not: {},
}

async function showWorkflow(patient = givenCase({ initial_case_setup: work as never }), more: object = {}) {
  answersAt({
    ...more,
    '/patients/7': { patient },
    '/patients/7/history': { history: [] },
    '/patients/7/messages': nothingSaid,
    '/patients/7/pins': { pins: [] },
    '/patients/7/measurements': { measurements: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Suspense>
        <PatientWorkflow id={7} />
      </Suspense>
    </SessionContext>
  ))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeVisible()
  return screen
}

test('on a phone the model comes first, at a desk the steps (scans/on-phones)', async () => {
  const screen = await showWorkflow()
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const model = () => topOf(screen.getByTitle('3D view of the case: Setup').element())
  const steps = () => topOf(screen.getByRole('heading', { name: 'Initial case setup' }).element())
  expect(steps()).toBeLessThan(model())
  await page.viewport(390, 844)
  await expect.poll(() => model() < steps()).toBe(true)
  // Only the head of the page stands above it.
  expect(model()).toBeLessThan(400)
  await screen.unmount()
})

test('of a partner’s work the lab reads that it is the partner’s (work/whose)', async () => {
  const screen = await showWorkflow(givenCase({ initial_case_setup: work as never, submission_completed_by: 3 }))
  await expect.element(screen.getByText('This is assigned to third party partner.', { exact: true })).toBeVisible()
})

const pending = { id: 1, key: 'pending', label: 'Pending', color: 'grape' }
const completed = { id: 2, key: 'completed', label: 'Completed', color: 'green' }
const line = (id: number, status = pending) => ({
  id,
  status,
  summary: 'Trays',
  tracking_number: null,
  created_at: '2026-11-20T10:00:00.000Z',
})
const requestOf = (id: number, assign_to: number, more: object = {}) => ({
  id,
  flawed_trays: [],
  flawed_trays_status_id: null,
  flawed_trays_workflow: null,
  status: pending,
  duplicated: false,
  printing_request: { id: id + 100, assign_to, version: 1 },
  workflow: { ...work, id: id + 200, can: { edit: true } },
  can: {},
  why_not: {},
  ...more,
})

test('every open print is shown with its technician and steps, completed ones are not (work/read-only)', async () => {
  const duplicated = { duplicated: true, workflow: { ...work, can: { edit: false } } }
  const screen = await showWorkflow(
    givenCase({
      status: 'approved',
      initial_case_setup: work as never,
      open_request_id: 9,
      duplicated: true,
      customer_requests: [line(9), line(8), line(4, completed)] as never,
    }),
    {
      '/customer_requests/9': { customer_request: requestOf(9, 1, duplicated) },
      '/customer_requests/8': {
        customer_request: requestOf(8, 1, {
          ...duplicated,
          workflow: { ...duplicated.workflow, assigned_to: { id: 5, full_name: 'Priya Nair' } },
        }),
      },
    },
  )
  await expect.element(screen.getByRole('link', { name: 'Request 9' })).toBeVisible()
  await expect.element(screen.getByText('Priya Nair')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Print', exact: true }).elements()).toHaveLength(2)
  // Two prints and the setup.
  await expect.poll(() => screen.getByRole('table', { name: 'Work steps' }).elements()).toHaveLength(3)
  expect(
    screen.getByText('There is more than one active request. Cancel one first to continue.').elements(),
  ).toHaveLength(1)
  await screen.unmount()
})

test('of a print the lab reads that it is the partner’s or the practice’s (work/whose)', async () => {
  const shown = (assign_to: number, more: object) =>
    showWorkflow(
      givenCase({
        status: 'approved',
        initial_case_setup: work as never,
        open_request_id: 9,
        customer_requests: [line(9)] as never,
      }),
      { '/customer_requests/9': { customer_request: requestOf(9, assign_to, more) } },
    )
  const partners = await shown(3, { workflow: { ...work, id: 209 } })
  await expect.element(partners.getByText('This is assigned to third party partner.', { exact: true })).toBeVisible()
  await partners.unmount()
  const practices = await shown(2, { workflow: null })
  await expect.element(practices.getByText('The practice makes this print itself.')).toBeVisible()
  await practices.unmount()
})

test('the correction of trays is shown with its state, technician and steps below the print (corrections/work)', async () => {
  const screen = await showWorkflow(
    givenCase({
      status: 'approved',
      initial_case_setup: work as never,
      open_request_id: 9,
      customer_requests: [line(9)] as never,
    }),
    {
      '/users/technicians': { users: [] },
      '/customer_requests/9': {
        customer_request: requestOf(9, 2, {
          workflow: null,
          flawed_trays_status_id: 2,
          flawed_trays_workflow: {
            ...work,
            id: 309,
            processes: [
              { id: 11, process: 'CFT', started_at: null, finished_at: null },
              { id: 12, process: 'QA', started_at: null, finished_at: null },
            ],
            assigned_to: { id: 5, full_name: 'Priya Nair' },
          },
        }),
      },
    },
  )
  const part = screen.getByRole('region', { name: 'Tray correction' })
  await expect.element(part).toMatchTextContent('In Progress')
  await expect.element(part).toMatchTextContent('Priya Nair')
  for (const step of ['CFT', 'QA']) await expect.element(part.getByText(step, { exact: true })).toBeVisible()
  await expect.element(part.getByRole('link', { name: 'Request 9' })).toHaveAttribute('href', '/requests/9')
  await screen.unmount()
})

test('the work of a correction begins with the complaint and the place for the file; finished steps are folded (corrections/first)', async () => {
  const finished_at = '2026-11-20T11:00:00.000Z'
  const screen = await showWorkflow(
    givenCase({
      status: 'approved',
      setup_completed_at: finished_at,
      initial_case_setup: { ...work, processes: work.processes.map((step) => ({ ...step, finished_at })) } as never,
      open_request_id: 9,
      customer_requests: [line(9)] as never,
    }),
    {
      '/users/technicians': { users: [] },
      '/customer_requests/9': {
        customer_request: requestOf(9, 1, {
          ...givenRequestOf([givenTray({ can: ['correct'], cause: 'seating', remark: 'Rocks on 16.' })], { id: 9 }),
          printing_request: { id: 109, assign_to: 1, version: 1 },
          workflow: { ...work, id: 209 },
          flawed_trays_workflow: { ...work, id: 309, assigned_to: null },
        }),
      },
    },
  )
  const tray = screen.getByRole('listitem', { name: 'Maxillary tray' })
  await expect.element(tray).toMatchTextContent('Rocks on 16.')
  await expect.element(tray).toMatchTextContent('Seating')
  const upload = tray.getByRole('button', { name: /^Upload File: corrected maxillary tray/ })
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const [above, ...others] = ['Flawed Trays', 'Tray correction', 'Print', 'Initial case setup'].map((name) =>
    topOf(screen.getByRole('region', { name, exact: true }).element()),
  )
  expect(topOf(upload.element())).toBeGreaterThan(above!)
  expect([topOf(upload.element()), ...others]).toEqual([topOf(upload.element()), ...others].toSorted((a, b) => a - b))
  const setup = screen.getByRole('region', { name: 'Initial case setup' })
  await expect.element(setup.getByText('Sculpt', { exact: true })).not.toBeVisible()
  await setup.getByText('2 finished steps').click()
  await expect.element(setup.getByText('Sculpt', { exact: true })).toBeVisible()
  await screen.unmount()
})

test('the four buttons of a case on hold share one row of a phone', async () => {
  const why = 'This case is on hold.'
  const held = await showWorkflow(
    givenCase({
      status: 'in_progress',
      is_on_hold: true,
      can: ['unhold'],
      why_not: { complete: why, mark_as_ready: why },
      initial_case_setup: work as never,
      rx_form: {
        id: 8,
        version: 1,
        jaws_id: 3,
        status: pending,
        created_at: '2026-11-20T10:00:00.000Z',
        impression_date: '2026-11-18',
        impression_type_name: 'Intra-oral scan',
        scan_submission_type: null,
        bracket_libraries: [],
        tooth_chart: [],
        price: null,
      } as never,
    }),
  )
  await page.viewport(390, 844)
  const boxes = () =>
    [
      held.getByRole('button', { name: 'Unhold' }),
      held.getByRole('link', { name: 'Details' }),
      held.getByRole('button', { name: 'Complete' }),
      held.getByRole('button', { name: 'Notify' }),
    ].map((button) => button.element().getBoundingClientRect())
  await expect.poll(() => new Set(boxes().map(({ top }) => top)).size).toBe(1)
  expect(boxes().at(-1)!.right).toBeLessThanOrEqual(390)
  await held.unmount()
})

test('a closed table says why (work/read-only)', async () => {
  const closed = await showWorkflow(
    givenCase({ initial_case_setup: { ...work, why_not: { edit: 'This case is on hold.' } } as never }),
  )
  await expect.element(closed.getByText('This case is on hold.')).toBeVisible()
  await closed.unmount()
})
