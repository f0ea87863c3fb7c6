import { createFileRoute } from '@tanstack/react-router'
import { loadPractice } from '../../screens/start-case/load-practice.ts'
import { StartCase } from '../../screens/start-case/start-case.tsx'
import { onlyOrganization } from '../../lib/guard.ts'

export const Route = createFileRoute('/_signed-in/organizations/$organizationId/rx-forms/add')({
  staticData: { title: 'Start A Case' },
  params: {
    parse: ({ organizationId }) => ({ organizationId: Number(organizationId) }),
    stringify: ({ organizationId }) => ({ organizationId: String(organizationId) }),
  },
  beforeLoad: ({ context, params }) =>
    onlyOrganization(context.me, params.organizationId, 'rx-forms.create', 'organization.rx-forms.create'),
  loader: ({ context, params }) => loadPractice(context.queryClient, params.organizationId),
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
