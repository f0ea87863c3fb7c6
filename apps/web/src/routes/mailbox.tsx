import { createFileRoute } from '@tanstack/react-router'
import { Mailbox } from '../features/mailbox/mailbox.tsx'

export const Route = createFileRoute('/mailbox')({
  staticData: { title: 'Mailbox' },
  validateSearch: (raw): { mail?: string; to?: string } => ({
    mail: typeof raw.mail === 'string' && /^\d+$/.test(raw.mail) ? raw.mail : undefined,
    to: typeof raw.to === 'string' ? raw.to : undefined,
  }),
  component: () => <Mailbox {...Route.useSearch()} />,
})
