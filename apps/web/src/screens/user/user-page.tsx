import { isStaff } from '@archwire/contract/roles.ts'
import { lazy } from 'react'
import { UserDetails } from '../../features/users/user-details.tsx'
import { allowed, roleOf, useSession } from '../../lib/session.tsx'
import { Part } from '../../ui/part.tsx'

const OrdersOfUser = lazy(async () => ({
  default: (await import('../../features/invoices/orders-of-user.tsx')).OrdersOfUser,
}))

/** A person, with the orders of their practices for those who read them (`billing/who-reads`). */
export function UserPage({ id }: { id: number }) {
  const { me } = useSession()
  const readsOrders = isStaff(roleOf(me)) && allowed(me, undefined, 'organizations.view')
  return (
    <UserDetails
      id={id}
      ofPractice={
        readsOrders && (
          <Part id="invoices">
            <OrdersOfUser userId={id} />
          </Part>
        )
      }
    />
  )
}
