import { createFileRoute } from '@tanstack/react-router'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'
import { VerifyUser } from '../features/auth/verify-user.tsx'

export const Route = createFileRoute('/verify-user')({
  staticData: { title: 'Verify your account' },
  validateSearch: (raw): { token?: string } => ({ token: text(raw.token) }),
  beforeLoad: ({ search }) => void holdToken('/verify-user', search),
  component: () => <VerifyUser token={heldToken('/verify-user')} />,
})
