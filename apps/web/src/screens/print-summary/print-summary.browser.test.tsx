import type { Patient } from '@archwire/contract/patients/schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { PrintSummary } from './print-summary.tsx'

const print = vi.fn<() => void>()
beforeEach(() => {
  print.mockReset()
  vi.spyOn(globalThis as unknown as Window, 'print').mockImplementation(print)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => void vi.useRealTimers())

const requests: Patient['customer_requests'] = [
  {
    id: 12,
    status: { id: 1, key: 'pending', label: 'Pending', color: 'grape' },
    summary: 'Trays',
    type: 'Print',
    tracking_number: null,
    misfit_arches: null,
    created_at: '2026-11-20T10:00:00.000Z',
  },
  {
    id: 11,
    status: { id: 2, key: 'completed', label: 'Completed', color: 'green' },
    summary: 'Guides',
    type: 'Print',
    tracking_number: '1Z999AA10123456784',
    misfit_arches: null,
    created_at: '2026-11-10T10:00:00.000Z',
  },
]

test('the dialog opens after a second, and the details follow once it is closed (work/summary)', async () => {
  const patient = givenCase({ doctor_notes: 'Mind the crown.', customer_requests: requests })
  const screen = await showPage(() => <PrintSummary patient={patient} requests={[]} />)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeVisible()
  await expect.element(page.getByText('Mind the crown.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(999)
  expect(print).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  dispatchEvent(new Event('afterprint'))
  await expect.element(page.getByRole('heading', { name: 'A page that is not of this test' })).toBeVisible()
  await screen.unmount()
})

test('the buttons lead to the setup and to the open print request alone', async () => {
  const screen = await showPage(() => (
    <PrintSummary patient={givenCase({ customer_requests: requests })} requests={[]} />
  ))
  await expect.element(page.getByRole('link', { name: 'Initial Setup' })).toHaveAttribute('href', '/patient-details/7')
  await expect.element(page.getByRole('link', { name: 'Print Request' })).toHaveAttribute('href', '/requests/12')
  await page.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledTimes(1)
  await screen.unmount()
})

test('where no request is open, the button leads to the completed one', async () => {
  const completed = requests.map((request) => ({ ...request, status: { ...request.status, id: 2, key: 'completed' } }))
  const screen = await showPage(() => (
    <PrintSummary patient={givenCase({ customer_requests: completed.slice(0, 1) as typeof requests })} requests={[]} />
  ))
  await expect
    .element(page.getByRole('link', { name: 'Print Request' }))
    .toHaveAttribute('href', `/requests/${completed[0]!.id}`)
  await screen.unmount()
})

test('a page that was left asks for no printer', async () => {
  const screen = await showPage(() => <PrintSummary patient={givenCase()} requests={[]} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await screen.unmount()
  await vi.advanceTimersByTimeAsync(5000)
  expect(print).not.toHaveBeenCalled()
})

test('flawed trays are COMPLETED once all are corrected, and lead to their open request', async () => {
  const [pending, completed] = requests.map(({ status }) => status)
  const shown = (work: number) =>
    showPage(() => (
      <PrintSummary
        patient={givenCase({ customer_requests: requests })}
        requests={[
          { id: 12, status: pending!, flawed_trays_status_id: work },
          { id: 11, status: completed!, flawed_trays_status_id: null },
        ]}
      />
    ))
  const waiting = await shown(2)
  await expect.element(page.getByRole('link', { name: 'Flawed Trays' })).toHaveAttribute('href', '/requests/12')
  const part = page.getByRole('listitem').filter({ hasText: 'Request 12' })
  await expect.element(part).toMatchTextContent('PENDING')
  expect(page.getByRole('listitem').filter({ hasText: 'Request 11' }).elements()).toEqual([])
  await waiting.unmount()
  const done = await shown(3)
  await expect.element(part).toMatchTextContent('COMPLETED')
  await done.unmount()
})
