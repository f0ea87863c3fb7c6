import { createFileRoute } from '@tanstack/react-router'
import { text } from '../features/auth/one-time-link.ts'
import { awayWhenSignedIn } from '../features/auth/sign-in-route.ts'
import { SignUp } from '../features/auth/sign-up.tsx'

export const Route = createFileRoute('/sign-up')({
  staticData: { title: 'Sign up' },
  validateSearch: (raw): { lab_partner?: string; email?: string } => ({
    lab_partner: text(raw.lab_partner),
    email: text(raw.email),
  }),
  beforeLoad: awayWhenSignedIn,
  component: () => {
    const { lab_partner, email } = Route.useSearch()
    return <SignUp labPartner={lab_partner} email={email} />
  },
})
