import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentProps } from 'react'
import { GlobalSearch } from '../../../features/global-search/global-search.tsx'
import { readGlobalSearch } from '../../../features/global-search/search.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations-users')({
  staticData: {
    title: 'Organizations & Users',
    icon: 'contacts',
    roles: staffRoles,
    menu: { row: 'organizations-users' },
  },
  validateSearch: readGlobalSearch,
  component: Screen,
})

/** Loaded with the first Quick Glance at an organization. */
const Glance = lazy(async () => ({ default: (await import('../../../features/organizations/glance.tsx')).Glance }))

const OrganizationGlance = (props: ComponentProps<typeof Glance>) => (
  <Suspense fallback={<p>Loading…</p>}>
    <Glance {...props} />
  </Suspense>
)

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <GlobalSearch
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Glance={OrganizationGlance}
    />
  )
}
