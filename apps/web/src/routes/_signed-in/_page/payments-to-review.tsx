import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PaymentDifferenceList } from '../../../features/payment-differences/payment-difference-list.tsx'
import { readPaymentDifferenceSearch } from '../../../features/payment-differences/search.ts'

export const Route = createFileRoute('/_signed-in/_page/payments-to-review')({
  staticData: {
    title: 'Payments to review',
    icon: 'inbox',
    roles: staffRoles,
    permissions: ['orders.manage'],
    menu: { more: 'organizations-users', permissions: ['orders.manage'] },
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readPaymentDifferenceSearch> => raw,
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readPaymentDifferenceSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return (
    <PaymentDifferenceList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
  )
}
