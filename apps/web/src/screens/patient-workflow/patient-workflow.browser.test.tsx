import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PatientWorkflow } from './patient-workflow.tsx'

afterEach(() => page.viewport(1280, 800))

const work = {
  id: 3,
  version: 1,
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

async function showWorkflow(patient = givenCase({ initial_case_setup: work as never })) {
  answersAt({
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
