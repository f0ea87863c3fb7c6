import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenRequest } from '../../../test/given-request.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { RequestDetails } from './request-details.tsx'

afterEach(() => page.viewport(1280, 800))

const file = (id: number, kind: string | null, said: object = {}) => ({
  id,
  kind,
  name: `${kind ?? 'ios'} ${id}.stl`,
  original_name: `${id}.stl`,
  patient_file_type_id: 2,
  jaws_id: 1,
  size: 2048,
  problem: null,
  ...said,
})
const iosFile = file(1, null, { patient_file_type_id: 1, jaws_id: null })
const files = [file(4, 'setup', { jaws_id: 2 }), file(3, 'setup'), file(2, 'submission'), iosFile]
const entries = Array.from({ length: 20 }, (_, index) => ({
  id: 20 - index,
  event: 'approved_by_hand',
  label: `Entry ${20 - index}`,
  at: '2026-11-20T10:00:00.000Z',
  user_name: 'Olga Owner',
  from: null,
  to: null,
  note: null,
  before: null,
}))

const work = {
  id: 3,
  version: 1,
  processes: [{ id: 1, process: 'Print', started_at: null, finished_at: null }],
  can: { edit: false },
  why_not: {},
  assigned_to: null,
  kind: 'printing_request',
  round: 1,
  asked_at: null,
  former_rounds: [],
}

async function showRequest(
  request = givenRequest(),
  { role = 'supervisor' as 'supervisor' | 'doctor', patient_files = files as object[], history = [] as object[] } = {},
) {
  const addresses = answersAt({
    '/customer_requests/9': { customer_request: request },
    '/patients/7/history': { history },
    '/patient_files': { patient_files, meta: { total: 4, page: 1, per_page: 200, last_page: 1 } },
    '/patient_files/3/download_link': () => Response.json({ error: 'This file does not exist.' }, { status: 404 }),
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf(role)}>
      <Suspense>
        <RequestDetails id={9} />
      </Suspense>
    </SessionContext>
  ))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeVisible()
  return { screen, addresses }
}

const duplicates = 'There is more than one active request. Cancel one first to continue.'

test('of two open requests the page says so, and offers Cancel alone (requests/duplicate)', async () => {
  const blocked = ['complete', 'edit_shipping', 'edit_items', 'delete_items', 'assign', 'mark_patient_label'] as const
  const { screen } = await showRequest(
    givenRequest({
      duplicated: true,
      can: ['cancel'],
      why_not: Object.fromEntries(blocked.map((action) => [action, duplicates])),
    }),
  )
  await expect.element(screen.getByText(duplicates, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancel request' })).toBeEnabled()
  for (const name of ['Complete', 'Edit shipping', 'Edit items', 'Assign', 'Mark as Printed'])
    expect(screen.getByRole('button', { name, exact: true }).elements(), name).toEqual([])
  await screen.getByRole('button', { name: 'Cancel request' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Are you sure you want to cancel this request?' }))
    .toBeVisible()
  await screen.unmount()
})

test('what is needed first comes first: print, labels, files, then facts, with the history beside', async () => {
  await page.viewport(1440, 900)
  const { screen } = await showRequest(givenRequest({ can: ['cancel', 'complete'], workflow: work as never }), {
    history: entries,
  })
  const part = (name: string) => screen.getByRole('region', { name, exact: true }).element().getBoundingClientRect()
  await expect.element(screen.getByRole('list', { name: 'Files to print' })).toBeVisible()
  expect(part('Print Request').bottom).toBeLessThanOrEqual(part('Labels').top)
  expect(part('Labels').bottom).toBeLessThan(900)
  expect(part('Print steps').top).toBeLessThan(900)
  expect(part('Print steps').right).toBe(part('History').right)
  expect(part('Files to print').top).toBe(part('Labels').top)
  expect(part('Request Details').top).toBeGreaterThan(part('Files to print').bottom)
  expect(part('History').top).toBe(part('Print Request').top)
  expect(part('History').left).toBeGreaterThan(part('Files to print').right)
  const left = (role: 'button' | 'link', name: string) =>
    screen.getByRole(role, { name, exact: true }).element().getBoundingClientRect().left
  expect(left('button', 'Cancel request')).toBeLessThan(left('link', 'See Patient'))
  expect(left('link', 'See Patient')).toBeLessThan(left('button', 'Complete'))
  const shown = () => screen.getByRole('list', { name: 'History' }).getByRole('listitem').elements().length
  expect(shown()).toBe(5)
  await screen.getByRole('button', { name: 'Show 15 earlier entries' }).click()
  expect(shown()).toBe(20)
  await screen.unmount()
})

test('the setup is downloaded from here; without one, the IOS file (requests/files)', async () => {
  const { screen, addresses } = await showRequest(givenRequest(), { role: 'doctor' })
  const list = screen.getByRole('list', { name: 'Files to print' })
  await expect
    .poll(() =>
      list
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['setup 4.stlSetup · Mandibular · 2 KBDownload', 'setup 3.stlSetup · Maxillary · 2 KBDownload'])
  await screen.getByRole('button', { name: 'Download setup 3.stl' }).click()
  await expect.element(screen.getByText('This file does not exist.')).toBeVisible()
  expect(addresses).toContain('/patient_files/3/download_link')
  expect(screen.getByRole('region', { name: 'Labels' }).elements()).toEqual([])
  await screen.unmount()
  const without = await showRequest(givenRequest(), { patient_files: [file(2, 'submission'), iosFile] })
  await expect.element(without.screen.getByRole('button', { name: 'Download ios 1.stl' })).toBeVisible()
  expect(without.screen.getByRole('button', { name: /^Download/ }).elements()).toHaveLength(1)
  await without.screen.unmount()
})
