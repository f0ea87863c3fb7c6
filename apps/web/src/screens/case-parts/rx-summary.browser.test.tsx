import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { RxSummary } from './rx-summary.tsx'

const form = {
  status: patientStatuses.in_progress,
  created_at: '2026-11-20T10:00:00.000Z',
  impression_date: '2026-11-18',
  impression_type_name: 'Intra-oral scan',
  scan_submission_type: null,
  bracket_libraries: [],
  shipping_location: { name: 'Main office' },
  shipping_method: 'standard',
  shipping_method_label: 'Standard',
  ship_date: '2026-12-04',
  arrival_date: '2026-12-11',
}
const asked = page.getByText('Delivery is shown as it was asked for. How a print ships is said under Requests.')

test.each([
  ['once a print was requested, what was asked for is called so', form, true, 1],
  ['before, it is what holds', form, false, 0],
  ['where nothing ships, nothing is said', { ...form, shipping_method: null }, true, 0],
])('%s', async (_, said, printed, times) => {
  const screen = await show(<RxSummary form={said as never} printed={printed} />)
  await expect.element(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect(asked.elements()).toHaveLength(times)
  await screen.unmount()
})
