import { createFileRoute } from '@tanstack/react-router'
import { PromotionCodeList } from '../../../features/promotion-codes/promotion-code-list.tsx'
import { readPromotionCodeSearch } from '../../../features/promotion-codes/search.ts'

export const Route = createFileRoute('/_signed-in/_page/promotion-codes')({
  staticData: {
    title: 'Promotion Codes',
    icon: 'ticket',
    roles: ['super_admin', 'admin', 'supervisor'],
    menu: { row: 'promotion-codes' },
  },
  validateSearch: readPromotionCodeSearch,
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PromotionCodeList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
