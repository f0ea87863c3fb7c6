import { createFileRoute } from '@tanstack/react-router'
import { StartCase } from '../../screens/start-case/start-case.tsx'
import { onlyOrganization } from '../../lib/guard.ts'
import { idParams } from '../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/organizations/$organizationId/rx-forms/add')({
  staticData: { title: 'Start A Case' },
  params: idParams('organizationId'),
  beforeLoad: ({ context, params }) =>
    onlyOrganization(context.me, params.organizationId, 'rx-forms.create', 'organization.rx-forms.create'),
  // Its own chunk: what the form needs weighs on no other page.
  loader: async ({ context, params }) => {
    const { loadPractice } = await import('../../screens/start-case/load-practice.ts')
    return loadPractice(context.queryClient, params.organizationId)
  },
  // A form is filled in: data that arrives later must not start it anew.
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
