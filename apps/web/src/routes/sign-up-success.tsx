import { createFileRoute } from '@tanstack/react-router'
import { SignUpSuccess } from '../features/auth/sign-up.tsx'

export const Route = createFileRoute('/sign-up-success')({
  staticData: { title: 'Check your email' },
  component: SignUpSuccess,
})
