import { staffRoles } from '@archwire/contract/roles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { OnboardingPage } from '../../../features/onboardings/onboarding-page.tsx'
import { idParam } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/onboardings/$id')({
  staticData: { title: 'Onboarding', roles: staffRoles },
  params: idParam,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <OnboardingPage key={id} id={id} />
}
