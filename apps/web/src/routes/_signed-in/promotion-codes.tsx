import { createFileRoute } from '@tanstack/react-router'
import { PromotionCodeList } from '../../features/promotion-codes/promotion-code-list.tsx'
import { readPromotionCodeSearch } from '../../features/promotion-codes/search.ts'
import { onlyRoles } from '../../lib/guard.ts'

export const Route = createFileRoute('/_signed-in/promotion-codes')({
  staticData: { title: 'Promotion Codes', management: true },
  validateSearch: readPromotionCodeSearch,
  beforeLoad: ({ context }) => onlyRoles(context.me, ['super_admin', 'admin', 'supervisor']),
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PromotionCodeList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
