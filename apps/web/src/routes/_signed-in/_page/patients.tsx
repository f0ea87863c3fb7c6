import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../features/patients/list-search.ts'
import { PracticeList } from '../../../features/patients/practice-list.tsx'
import { onlyPractice } from '../../../lib/guard.ts'
import { useSession } from '../../../lib/session.tsx'

export const Route = createFileRoute('/_signed-in/_page/patients')({
  staticData: { title: 'Patients', icon: 'people', menu: { row: 'patients', profile: 'normal' }, announcement: true },
  validateSearch: readListSearch,
  beforeLoad: ({ context }) => onlyPractice(context.me),
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organization } = useSession()
  // The shell shows this in place of the page, but only after it has rendered once.
  if (!organization) return null
  return (
    <PracticeList
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
