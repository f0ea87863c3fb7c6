import { startsCases } from '@archwire/contract/required-permissions.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { StartCase } from '../../../screens/start-case/start-case.tsx'
import { draftOf, newDraft } from '../../../lib/drafts.ts'
import { idParams } from '../../../lib/id-param.ts'
import { whyNoNewCase } from '../../../features/case/why-no-new-case.ts'

/** Which draft, and the doctor and the place that a new one begins with: those of the case before it, say. */
interface CaseSearch {
  draft?: string | undefined
  user_id?: unknown
  location_id?: unknown
}
export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/rx-forms/add')({
  staticData: {
    title: 'Start A Case',
    icon: 'newCase',
    permissions: startsCases,
    menu: { row: 'start-case', title: 'Start a New Case', profile: 'normal', closed: whyNoNewCase },
  },
  params: idParams('organizationId'),
  // What else it may name, the doctor and the place of another case, the screen reads.
  validateSearch: (search: CaseSearch): CaseSearch => ({ ...search, ...draftOf(search) }),
  beforeLoad: ({ search, params }) => {
    // Each case that is begun has an address of its own, which a reload comes back to.
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told where to go instead
    if (!search.draft) throw redirect({ to: '.', params, search: { ...search, draft: newDraft() }, replace: true })
  },
  loaderDeps: ({ search: { draft } }) => ({ draft }),
  // A separate chunk, so that the form's code slows no other page.
  loader: async ({ context, params, deps }) => {
    const { loadPractice } = await import('../../../screens/start-case/load-practice.ts')
    return loadPractice(context.queryClient, params.organizationId, deps.draft!)
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
  const { practice, key, draft } = data
  const { user_id, location_id } = Route.useSearch()
  return (
    <StartCase
      key={`${practice.organizationId} ${key}`}
      practice={practice}
      draftKey={key}
      draft={draft}
      like={{ user_id: Number(user_id), location_id: Number(location_id) }}
    />
  )
}
