import { createFileRoute } from '@tanstack/react-router'
import { ConfirmInvitation } from '../features/auth/invitations.tsx'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'

export const Route = createFileRoute('/confirm-invitation')({
  staticData: { title: 'Invitation' },
  validateSearch: (raw): { token?: string } => ({ token: text(raw.token) }),
  beforeLoad: ({ search }) => void holdToken('/confirm-invitation', search),
  component: () => <ConfirmInvitation token={heldToken('/confirm-invitation')} />,
})
