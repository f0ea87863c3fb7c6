import { createFileRoute } from '@tanstack/react-router'
import { CancelEmailChange } from '../features/auth/cancel-email-change.tsx'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'

/** Opened from the notice to the old address: cancels a change of the email address (`access/new-address`). */
export const Route = createFileRoute('/cancel-email-change')({
  staticData: { title: 'Your email address' },
  validateSearch: (raw): { token?: string } => ({ token: text(raw.token) }),
  beforeLoad: ({ search }) => void holdToken('/cancel-email-change', search),
  component: () => <CancelEmailChange token={heldToken('/cancel-email-change')} />,
})
