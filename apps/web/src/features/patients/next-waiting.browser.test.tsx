import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { NextWaiting } from './next-waiting.tsx'

const waiting = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => givenCase({ id: from + index, formatted_name: `Waiting, No ${index}` }))

/** What is said after the case 7 was decided, while these wait; and what was asked for. */
async function afterDecision(patients: object[], next: string | null = null, role = 'organization_owner') {
  const asked = answersAt({ '/organizations/2/patients': { patients, meta: { next } } })
  const organizations = [{ id: 2, pivot: { role: { name: role } } }] as unknown as Me['organizations']
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('doctor', { organizations })}>
      <h1>Decided</h1>
      <NextWaiting decided={givenCase()} />
    </SessionContext>
  ))
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  return { screen, asked: new URL(asked[0]!, location.origin).searchParams }
}

test.each([
  ['16 others', [givenCase(), ...waiting(20, 16)], null, '16 more setups wait for approval.'],
  ['one other', waiting(20, 1), null, 'One more setup waits for approval.'],
  ['more than are looked through', waiting(20, 100), 'cursor', 'At least 100 more setups wait for approval.'],
])('after a decision, with %s: how many wait, and the first of the tab (cases/next-waiting)', async (...given) => {
  const [, patients, next, says] = given
  const { screen, asked } = await afterDecision(patients, next)
  await expect.element(screen.getByRole('status').first()).toMatchTextContent(says)
  await expect
    .element(screen.getByRole('link', { name: 'Next: Waiting, No 0' }))
    .toHaveAttribute('href', '/patient-details/20')
  expect([asked.get('orderBy'), asked.get('order'), asked.get('filter[patient_status_id]')]).toEqual([
    'created_at',
    'asc',
    '3',
  ])
  await screen.unmount()
})

test('nothing is said when none waits: neither the decided one counts nor one on hold', async () => {
  const { screen } = await afterDecision([givenCase(), givenCase({ id: 8, is_on_hold: true })])
  await expect.element(page.getByText('Decided')).toBeVisible()
  expect(screen.getByRole('status').elements()).toEqual([])
  await screen.unmount()
})

test.each([
  ['organization_member', '1'],
  ['organization_manager', null],
])('%s is led to cases that they may decide on', async (role, queryUser) => {
  const { screen, asked } = await afterDecision(waiting(20, 1), null, role)
  expect(asked.get('queryUser')).toBe(queryUser)
  await screen.unmount()
})
