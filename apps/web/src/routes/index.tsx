import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../lib/api.ts'
import { beginsAt, meQuery } from '../lib/session.tsx'

/** Home: each profile starts with its list of patients (`screens/home`). */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery()).catch((error: unknown) => {
      // Signed out is an answer; a server that is out of order is not.
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    })
    throw redirect({ to: me ? beginsAt(me) : '/login', replace: true })
  },
})
