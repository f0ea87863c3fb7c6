import { createFileRoute, redirect } from '@tanstack/react-router'
import { Frame } from '../frame/frame.tsx'
import { ApiError } from '../lib/api.ts'
import { loginOf, meQuery } from '../lib/session.tsx'

/** Everything behind the sign-in. Nobody signed in: to the profile's sign-in page, the way back kept in `path` (1 §2.3). */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location, matches }) => {
    try {
      return { me: await context.queryClient.ensureQueryData(meQuery()) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const management = matches.some((match) => match.staticData.management)
      throw redirect({ to: loginOf(management), search: { path: location.href }, replace: true })
    }
  },
  component: Frame,
})
