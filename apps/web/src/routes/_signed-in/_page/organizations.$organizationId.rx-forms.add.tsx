import { startsCases } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { StartCase } from '../../../screens/start-case/start-case.tsx'
import type { Organization } from '../../../lib/session.tsx'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/rx-forms/add')({
  staticData: {
    title: 'Start A Case',
    icon: 'newCase',
    permissions: startsCases,
    menu: { row: 8, title: 'Start a New Case', profile: 'normal', closed: whyNoNewCase },
  },
  params: idParams('organizationId'),
  // A separate chunk, so that the form's code slows no other page.
  loader: async ({ context, params }) => {
    const { loadPractice } = await import('../../../screens/start-case/load-practice.ts')
    return loadPractice(context.queryClient, params.organizationId)
  },
  // The form is being filled in: data that arrives later must not reset it.
  preload: false,
  staleTime: Infinity,
  gcTime: 0,
  shouldReload: false,
  component: Screen,
})

function Screen() {
  const data = Route.useLoaderData()
  return <StartCase key={data.practice.organizationId} {...data} />
}

/**
 * Why a practice cannot start a case now; undefined when it can. An unpaid start-up fee is not included: the page
 * explains what to do about it (`organizations/setup-first`).
 */
function whyNoNewCase({ suspended, disabled }: Organization): string | undefined {
  if (suspended) return 'The subscription of this organization is suspended.'
  return disabled ? 'This organization is disabled.' : undefined
}
