import { notifications } from '@archwire/contract/client/notifications'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../../lib/api.ts'
import { idParams } from '../../../lib/id-param.ts'
import { ownPath } from '../../../lib/own-path.ts'
import { changesOf, refreshShown } from '../../../lib/refresh-shown.ts'
import { PagePending } from '../../../ui/page-states.tsx'

/** Where a pushed notice leads: it is read now, and the page that it is about follows (`notices/link`). */
export const Route = createFileRoute('/_signed-in/_page/notices/$id')({
  staticData: { title: 'Notification' },
  params: idParams('id'),
  preload: false,
  loader: async ({ context, params }) => {
    const { notification } = await call(notifications.markAsRead, { params })
    void refreshShown(context.queryClient, changesOf(notifications.markAsRead))
    return ownPath(notification.link) ?? '/'
  },
  component: Follow,
})

function Follow() {
  const path = Route.useLoaderData()
  const router = useRouter()
  useEffect(() => router.history.replace(path), [router, path])
  return <PagePending />
}
