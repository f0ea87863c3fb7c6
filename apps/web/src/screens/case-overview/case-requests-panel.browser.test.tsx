import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { CaseRequestsPanel } from './case-requests-panel.tsx'

const request = (id: number, said: object = {}) => ({
  id,
  summary: 'Trays',
  status: { id: 1, key: 'pending', label: 'Pending', color: 'purple' },
  duplicated: false,
  assign_to: 1,
  tracking_number: null,
  ship_date: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...said,
})

const link = (name: string) => page.getByRole('link', { name, exact: true })

test('requests come five at a time, canceled ones after All (work/overview)', async () => {
  const canceled = { status: { id: 3, key: 'canceled', label: 'Canceled', color: 'red' }, summary: 'Guides' }
  const asked = answersAt({
    '/customer_requests': (address: string) => {
      const query = new URL(address, 'http://portal').searchParams
      const all = !query.has('filter[status_id]')
      const number = Number(query.get('page'))
      return {
        customer_requests: number === 2 ? [request(1)] : [request(9, all ? canceled : {}), request(8)],
        meta: { total: 6, page: number, per_page: 5, last_page: 2 },
      }
    },
  })
  const screen = await showPage(() => <CaseRequestsPanel patientId={7} />)
  await expect.element(page.getByText('1–5 of 6')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('6–6 of 6')).toBeVisible()
  await page.getByRole('button', { name: 'All' }).click()
  await expect.element(link('Guides')).toHaveAttribute('href', '/requests/9')
  await expect.element(page.getByText('Canceled', { exact: true })).toBeVisible()
  // The router may mount a page twice at first: how often each was asked says nothing.
  const questions = [...new Set(asked)].map((address) =>
    Object.fromEntries(new URL(address, 'http://portal').searchParams),
  )
  expect(questions).toEqual([
    { 'filter[patient_id]': '7', page: '1', perPage: '5', 'filter[status_id]': '1,2' },
    { 'filter[patient_id]': '7', page: '2', perPage: '5', 'filter[status_id]': '1,2' },
    { 'filter[patient_id]': '7', page: '1', perPage: '5' },
  ])
  await screen.unmount()
})

test('a case without requests says so, and that canceled ones are left out', async () => {
  answersAt({ '/customer_requests': { customer_requests: [], meta: { total: 0, page: 1, per_page: 5, last_page: 1 } } })
  const screen = await showPage(() => <CaseRequestsPanel patientId={7} />)
  await expect.element(page.getByText('No requests found. Canceled ones are left out.')).toBeVisible()
  await screen.unmount()
})

test('a failed list offers to try again', async () => {
  let fails = true
  answersAt({
    '/customer_requests': () =>
      fails
        ? Response.json({ error: 'Out of order.' }, { status: 503 })
        : { customer_requests: [request(9)], meta: { total: 1, page: 1, per_page: 5, last_page: 1 } },
  })
  const screen = await showPage(() => <CaseRequestsPanel patientId={7} />)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  fails = false
  await again.click()
  await expect.element(link('Trays')).toBeVisible()
  await screen.unmount()
})
