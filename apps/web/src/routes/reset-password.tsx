import { createFileRoute, redirect } from '@tanstack/react-router'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'
import { ResetPassword } from '../features/auth/passwords.tsx'

export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Set a password' },
  validateSearch: (raw): { token?: string; userRole?: string; mode?: string } => ({
    token: text(raw.token),
    userRole: text(raw.userRole),
    mode: text(raw.mode),
  }),
  beforeLoad: ({ search }) => {
    if (!holdToken('/reset-password', search)) throw redirect({ to: '/not-found' })
  },
  component: () => {
    const { mode, userRole } = Route.useSearch()
    return <ResetPassword token={heldToken('/reset-password')} initial={mode === 'initial'} userRole={userRole} />
  },
})
