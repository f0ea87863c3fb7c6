import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { OnboardingList } from '../../../features/onboardings/onboarding-list.tsx'
import { readOnboardingSearch } from '../../../features/onboardings/search.ts'
import { ChosenOrganizationsChip } from '../../../features/patients/chosen-organizations-chip.tsx'
import { withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/onboardings/')({
  staticData: {
    title: 'Onboardings',
    icon: 'inbox',
    roles: staffRoles,
    menu: { more: 'organizations-users' },
    chosenOrganizations: true,
  },
  // The screen reads it: the lists of its values would weigh on every page.
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readOnboardingSearch> => raw,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const raw = Route.useSearch()
  const search = useMemo(() => readOnboardingSearch(raw), [raw])
  const navigate = Route.useNavigate()
  return (
    <OnboardingList
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      Chosen={ChosenOrganizationsChip}
    />
  )
}
