import type { LabFigures, PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Organization } from '../../lib/session.tsx'
import { Reports } from './reports.tsx'

const counts = {
  shipped: 4,
  submissions: 9,
  flawed_trays: 2,
  print_requests: 0,
  insert_brackets: 0,
  completed_cases: 0,
  initial_setups: 0,
  total_cases: 20,
  stone_models: 0,
  alginate: 0,
  intra_oral: 0,
}
const approvals = { approved: 8, setups: 6, first_round: 3, hours_to_approval: 30.5, hours_waited: null }
const common = {
  counts,
  plots: {
    each: 'day' as const,
    points: [{ day: '2026-03-03', submissions: 9, shipped: 4, hours_to_approval: 30.5 }],
  },
  approvals,
  hours_to_shipping: 72,
  causes: [
    { cause: 'print', cases: 2 },
    { cause: null, cases: 1 },
  ],
  computed_at: '2026-03-04T12:00:00.000Z',
}
const ofPractice: PracticeFigures = {
  ...common,
  doctors: [{ id: 7, name: 'Mia Member', submissions: 9, shipped: 0, flawed_trays: 2, approvals }],
  spend: {
    months: [
      {
        month: '2026-03-01',
        total: 240.5,
        orders: [
          {
            id: 31,
            invoice_id: 1003,
            fm_invoice_status: 'PAID',
            settled_as: null,
            total: 240.5,
          },
        ],
      },
    ],
    current: { id: 32, total: 99 },
  },
}
const ofLab: LabFigures = {
  ...common,
  steps: [{ step: 'Sculpt', cases: 5, median_minutes: 95 }],
  technicians: [
    { id: 3, name: 'Tess One', cases: 5, median_minutes: 95 },
    { id: null, name: 'No one named', cases: 1, median_minutes: 10 },
  ],
  practices: [{ id: 2, name: 'Summit', setups: 6, first_round: 3, flawed_trays: 2 }],
  load: { steps: [{ step: 'Ship QA', cases: 2 }], technicians: [{ id: null, name: 'Unassigned', cases: 2 }] },
  survey: [{ answer: 'Other', count: 1, practices: [{ id: 2, name: 'Summit', other: 'A neighbor' }] }],
}

const days = '2026-03-03,2026-03-04'
const summit = { id: 2, name: 'Summit', account_number: 'O-000002' } as Organization
const show = (session: ReturnType<typeof sessionOf>) =>
  showPage(() => (
    <SessionContext value={session}>
      <Reports search={{ days }} onSearch={() => undefined} />
    </SessionContext>
  ))
/** The address of a link, as the portal's router would write it. */
const addressOf = (name: string | RegExp) =>
  decodeURIComponent(page.getByRole('link', { name, exact: true }).element().getAttribute('href')!)
    .replaceAll('"', '')
    .replaceAll('+', ' ')

test('a practice’s figures open its list with the filter that counts them, and its invoices (reports/lists)', async () => {
  answersAt({ '/organizations/2/figures': ofPractice })
  const screen = await show({ ...sessionOf('doctor'), organization: summit })
  await expect.element(page.getByRole('link', { name: /^Right the first time 3/ })).toBeVisible()
  expect(addressOf(/^Right the first time 3/)).toBe(
    `/patients?requestTypeStatus=initial_case_setup.0&requestAssignments=1,3&filter[approved_between]=${days}&filter[first_round_only]=1`,
  )
  expect(addressOf('Mia Member, Corrections: 2')).toBe(
    `/patients?requestTypeStatus=flawed_tray.0&filter[created_at_between]=${days}&queryUser=7&queryName=Mia Member`,
  )
  const row = page.getByRole('table', { name: 'By doctor' }).getByRole('row', { name: /^Mia Member/ })
  await expect.element(row).toMatchTextContent(/30 h 30 min.*–.*50 %/)
  // Nothing opens an empty list, and no list finds what has no cause.
  await expect.element(page.getByRole('link', { name: /Shipped: 0|Not given/ })).not.toBeInTheDocument()
  const spend = page.getByRole('table', { name: 'Spend' })
  await expect.element(spend.getByRole('row', { name: /^March 2026/ })).toMatchTextContent(/\$240\.50/)
  await expect.element(spend.getByRole('link', { name: 'Invoice 1003, $240.50, Closed' })).toBeVisible()
  await expect.element(page.getByText(/as it would close: \$99\.00/)).toBeVisible()
  await screen.unmount()
})

test('the lab’s figures open its list by step, person, practice and load; answers name their practices', async () => {
  answersAt({ '/figures/lab': ofLab })
  const screen = await show(sessionOf('supervisor'))
  await expect.element(page.getByRole('heading', { name: 'Figures' })).toBeVisible()
  const steps = page.getByRole('table', { name: 'Turnaround by step' })
  await expect.element(steps.getByRole('row', { name: /^Sculpt/ })).toMatchTextContent(/1 h 35 min/)
  const worked = `/patients-page?filter[active_request_only]=0&filter[worked_between]=${days}`
  expect(addressOf('Sculpt: 5')).toBe(`${worked}&filter[worked_step]=Sculpt`)
  expect(addressOf('Tess One: 5')).toBe(`${worked}&filter[worked_by]=3`)
  expect(addressOf('Ship QA: 2')).toBe('/patients-page?filter[request_step]=Ship QA')
  expect(addressOf('Unassigned: 2')).toBe('/patients-page?filter[unassigned_only]=1')
  expect(addressOf('Summit, Approved setups: 6')).toContain('requestAssignments=1&')
  await expect.element(page.getByRole('link', { name: /No one named/ })).not.toBeInTheDocument()
  await page.getByText('Other', { exact: true }).click()
  await expect.element(page.getByText(/– A neighbor/)).toBeVisible()
  await screen.unmount()
})

test('without a case there is nothing to show, and what could not be loaded can be tried again', async () => {
  const empty = { ...ofLab, counts: { ...counts, total_cases: 0 } }
  answersAt({ '/figures/lab': empty })
  const screen = await show(sessionOf('supervisor'))
  await expect.element(page.getByText('No data yet.')).toBeVisible()
  await screen.unmount()
  answersAt({})
  const failed = await show(sessionOf('supervisor'))
  await expect.element(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await failed.unmount()
})
