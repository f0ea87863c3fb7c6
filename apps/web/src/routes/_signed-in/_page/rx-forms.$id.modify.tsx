import { createFileRoute, redirect } from '@tanstack/react-router'
import { idParam } from '../../../lib/id-param.ts'
import { ModifyForm } from '../../../screens/modify-form/modify-form.tsx'

export const Route = createFileRoute('/_signed-in/_page/rx-forms/$id/modify')({
  staticData: { title: 'Modify RxForm' },
  params: idParam,
  // A separate chunk, so that the form's code slows no other page.
  loader: async ({ context, params }) => {
    const { loadForm } = await import('../../../screens/modify-form/load-form.ts')
    const practice = await loadForm(context.queryClient, params.id)
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told where to go instead
    if (!practice) throw redirect({ to: '/patients', replace: true })
    return practice
  },
  // The form is being changed: data that arrives later must not reset it.
  preload: false,
  staleTime: Infinity,
  gcTime: 0,
  shouldReload: false,
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return <ModifyForm key={id} id={id} practice={Route.useLoaderData()} />
}
