import { organizations } from '@archwire/contract/client/organizations'
import { staffRoles } from '@archwire/contract/roles.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CreateCaseOfDoctor } from '../../../features/create-case/create-case-of-doctor.tsx'
import { readPrefill } from '../../../features/create-case/prefill.ts'
import { idParams } from '../../../lib/id-param.ts'
import { query } from '../../../lib/query.ts'

const practicesOf = (userId: number) => query(organizations.list, { query: { userId, perPage: 200 } })

export const Route = createFileRoute('/_signed-in/_page/users/$userId/patients/add')({
  staticData: { title: 'Create Patient', roles: staffRoles },
  params: idParams('userId'),
  validateSearch: readPrefill,
  component: Screen,
})

function Screen() {
  const { userId } = Route.useParams()
  const { data } = useSuspenseQuery(practicesOf(userId))
  return (
    <CreateCaseOfDoctor key={userId} doctorId={userId} practices={data.organizations} prefill={Route.useSearch()} />
  )
}
