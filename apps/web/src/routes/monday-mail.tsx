import { createFileRoute } from '@tanstack/react-router'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'
import { StopMail } from '../features/auth/stop-monday-mail.tsx'

/** Opened from a Monday mail: its button turns the mail off (`today/switch`). */
export const Route = createFileRoute('/monday-mail')({
  staticData: { title: 'Monday email' },
  validateSearch: (raw): { token?: string } => ({ token: text(raw.token) }),
  beforeLoad: ({ search }) => void holdToken('/monday-mail', search),
  component: () => <StopMail token={heldToken('/monday-mail')} />,
})
