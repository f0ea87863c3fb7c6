import { createFileRoute } from '@tanstack/react-router'
import { heldToken, holdToken, text } from '../features/auth/one-time-link.ts'
import { OpenDesktop } from '../features/auth/open-desktop.tsx'

export const Route = createFileRoute('/dibs')({
  staticData: { title: 'Desktop application' },
  validateSearch: (raw): { token?: string; q?: string } => ({ token: text(raw.token), q: text(raw.q) }),
  beforeLoad: ({ search }) => void holdToken('/dibs', search),
  component: () => <OpenDesktop code={heldToken('/dibs')} q={Route.useSearch().q} />,
})
