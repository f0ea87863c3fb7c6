import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PromotionCodeList } from '../../../features/promotion-codes/promotion-code-list.tsx'
import { readPromotionCodeSearch } from '../../../features/promotion-codes/search.ts'

export const Route = createFileRoute('/_signed-in/_page/promotion-codes')({
  staticData: {
    title: 'Promotion Codes',
    icon: 'ticket',
    roles: ['super_admin', 'admin', 'supervisor'],
    menu: { row: 'promotion-codes' },
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readPromotionCodeSearch> => raw,
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readPromotionCodeSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return <PromotionCodeList search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
}
