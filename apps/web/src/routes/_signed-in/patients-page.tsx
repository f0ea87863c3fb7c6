import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../features/patients/list-search.ts'
import { ManagementList } from '../../features/patients/management-list.tsx'
import { withChosenOrganizations } from '../../lib/chosen-organizations.ts'
import { onlyRoles } from '../../lib/guard.ts'

export const Route = createFileRoute('/_signed-in/patients-page')({
  staticData: { title: 'Patients', management: true, announcement: true, chosenOrganizations: true },
  validateSearch: readListSearch,
  beforeLoad: (arriving) => {
    onlyRoles(arriving.context.me)
    withChosenOrganizations(arriving)
  },
  component: Screen,
})

function Screen() {
  const navigate = Route.useNavigate()
  return (
    <ManagementList search={Route.useSearch()} onSearch={(next, replace) => void navigate({ search: next, replace })} />
  )
}
