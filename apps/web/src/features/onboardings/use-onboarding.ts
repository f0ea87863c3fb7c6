import { onboardingStatuses } from '@archwire/contract/billing/onboarding.ts'
import { onboardings } from '@archwire/contract/client/onboardings'
import type { Onboarding } from '@archwire/contract/onboardings/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'

/** What is shown is asked for anew this often, until the onboarding is completed (`onboarding/page`). */
const pollMs = 5_000
/** The status of a practice whose onboarding is not completed (`organizations/status`). */
const inOnboarding = 2

export const isCompleted = ({ status }: Pick<Onboarding, 'status'>): boolean =>
  status.id === onboardingStatuses.completed.id

/** How an onboarding is read: again and again while it is open. */
export const onboardingQuery = (id: number) => ({
  ...query(onboardings.get, { params: { id } }),
  refetchInterval: ({ state }: { state: { data: unknown } }) => {
    const answer = state.data as { onboarding: Onboarding } | undefined
    return answer && isCompleted(answer.onboarding) ? (false as const) : pollMs
  },
})

/** The open onboarding of the practice in which a person works; undefined for others, and once it is completed. */
export function useOwnOnboarding(): Onboarding | undefined {
  const { me, organization } = useSession()
  const reads =
    !me.is_management &&
    organization?.status === inOnboarding &&
    !organization.disabled &&
    allowed(me, organization, 'organization.onboarding.view')
  const { data } = useQuery({
    ...query(onboardings.list, {
      query: { chosen_wi_organization_id: String(organization?.id ?? 0), status: '1,5' },
    }),
    enabled: reads,
  })
  return reads ? data?.onboardings[0] : undefined
}
