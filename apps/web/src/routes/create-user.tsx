import { createFileRoute } from '@tanstack/react-router'
import { CreateUser } from '../features/auth/invitations.tsx'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'

export const Route = createFileRoute('/create-user')({
  staticData: { title: 'Create your account' },
  validateSearch: (raw): { token?: string } => ({ token: text(raw.token) }),
  beforeLoad: ({ search }) => void holdToken('/create-user', search),
  component: () => <CreateUser token={heldToken('/create-user')} />,
})
