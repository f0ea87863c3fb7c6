import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
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
  validateSearch: readPaymentDifferenceSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PaymentDifferenceList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
  )
}
