import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { managementRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { idParam } from '../../../lib/id-param.ts'
import { searchOf } from '../../../lib/search.ts'
import { OrganizationPage } from '../../../screens/organization/organization-page.tsx'
import { partNames } from '../../../screens/organization/part-names.ts'

const organizationPageSearch = { tab: partNames } as const satisfies SearchTable

export const Route = createFileRoute('/_signed-in/_page/organizations/$id')({
  staticData: { title: 'Organization', roles: managementRoles },
  params: idParam,
  validateSearch: searchOf(organizationPageSearch),
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OrganizationPage
      key={id}
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, state: true })}
    />
  )
}
