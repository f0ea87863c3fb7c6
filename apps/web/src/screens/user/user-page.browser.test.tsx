import type { UserRole } from '@archwire/contract/roles.ts'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOld, pageOfOrders } from '../../../test/given-order.ts'
import { givenUser } from '../../../test/given-user.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { UserPage } from './user-page.tsx'

const showTo = (reader: UserRole, read: UserRole) => {
  answersAt({
    '/users/5': { user: givenUser({ roles: [{ name: read, label: 'Their role' }] }) },
    '/users/5/orders': pageOfOrders([givenOld(1)]),
  })
  const roles = [{ name: reader, label: reader }]
  return showPage(() => (
    <SessionContext value={sessionOf('supervisor', { roles, all_permissions: ['users.view', 'organizations.view'] })}>
      <Suspense>
        <UserPage id={5} />
      </Suspense>
    </SessionContext>
  ))
}
const heading = (name: string) => page.getByRole('heading', { name })

test('staff find the invoices of the practices of a person', async () => {
  const screen = await showTo('tech_support', 'doctor')
  await expect.element(heading('Invoices')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Invoice 1001' })).toHaveAttribute('href', '/orders/1')
  await screen.unmount()
})

test.each<[string, UserRole, UserRole]>([
  ['a partner lab reads no invoices', 'lab_partner', 'doctor'],
  ['the people of the lab have none', 'supervisor', 'tech_support'],
])('%s', async (_, reader, read) => {
  const screen = await showTo(reader, read)
  await expect.element(heading('User Information')).toBeVisible()
  expect(heading('Invoices').elements()).toEqual([])
  await screen.unmount()
})
