import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf, meQuery } from '../lib/session.tsx'

/** Home: each profile starts with its list of patients (`screens/home`). */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery()).catch(() => undefined)
    throw redirect({ to: me ? homeOf(me) : '/login', replace: true })
  },
})
