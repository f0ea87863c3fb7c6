import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../features/patients/list-search.ts'
import { PracticeList } from '../../features/patients/practice-list.tsx'
import { onlyPractice, refusals } from '../../lib/guard.ts'
import { useSession } from '../../lib/session.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const Route = createFileRoute('/_signed-in/patients')({
  staticData: { title: 'Patients' },
  validateSearch: readListSearch,
  beforeLoad: ({ context }) => onlyPractice(context.me),
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organization } = useSession()
  if (!organization) return <EmptyState title={refusals.noneSelected} />
  return (
    <PracticeList
      key={organization.id}
      organization={organization}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
    />
  )
}
