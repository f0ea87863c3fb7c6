import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../features/auth/passwords.tsx'
import { awayWhenSignedIn } from '../features/auth/sign-in-route.ts'

export const Route = createFileRoute('/forgot-password')({
  staticData: { title: 'Forgot password' },
  beforeLoad: awayWhenSignedIn,
  component: ForgotPassword,
})
