import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { WaitingForLab } from './waiting.tsx'

test('a card names the first cases that it counts, those that ship first; an empty one asks for none (organizations/waiting)', async () => {
  const asked = answersAt({
    '/patients/waiting': { waiting: { late: 7, unassigned: 0, changes_asked: 0, on_hold: 0 } },
    '/patients': {
      patients: [
        givenCase({ id: 21, formatted_name: 'Byron, Ada', ship_date: '2025-11-20' }),
        givenCase({ id: 22, formatted_name: 'Vega, Marisol', case_code: 'C-22', ship_date: null }),
      ],
      meta: { total: 7, page: 1, per_page: 4, next: null },
    },
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <WaitingForLab chosen="2" />
    </SessionContext>
  ))
  const first = page.getByRole('list', { name: 'First of: Late' }).getByRole('listitem')
  await expect.element(first.nth(0)).toHaveTextContent('Byron, AdaThu, Nov 20, 2025')
  await expect.element(first.nth(1)).toHaveTextContent('Vega, MarisolC-22')
  await expect.element(page.getByRole('link', { name: 'Byron, Ada' })).toHaveAttribute('href', '/patient-workflow/21')
  const lists = asked.filter((address) => address.startsWith('/patients?'))
  expect(new Set(lists)).toEqual(
    new Set([
      `/patients?${new URLSearchParams({
        'filter[late_only]': '1',
        chosen_wi_organization_id: '2',
        orderBy: 'ship_date',
        order: 'asc',
        perPage: '4',
      }).toString()}`,
    ]),
  )
  await screen.unmount()
})

test('a partner reads a card without unassigned work, and its cases lead to the workflow (work/case-page)', async () => {
  answersAt({
    '/patients/waiting': { waiting: { late: 0, unassigned: null, changes_asked: 0, on_hold: 1 } },
    '/patients': {
      patients: [givenCase({ id: 21, formatted_name: 'Byron, Ada' })],
      meta: { total: 1, page: 1, per_page: 4, next: null },
    },
  })
  const partner = sessionOf('supervisor', { roles: [{ name: 'lab_partner', label: 'Lab Partner' }] })
  const screen = await showPage(() => (
    <SessionContext value={partner}>
      <WaitingForLab chosen={undefined} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('link', { name: 'Byron, Ada' })).toHaveAttribute('href', '/patient-workflow/21')
  await expect.element(page.getByText('Unassigned')).not.toBeInTheDocument()
  await screen.unmount()
})
