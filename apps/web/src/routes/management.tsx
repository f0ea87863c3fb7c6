import { createFileRoute } from '@tanstack/react-router'
import { awayWhenSignedIn, pathSearch } from '../features/auth/sign-in-route.ts'
import { SignIn } from '../features/auth/sign-in.tsx'

export const Route = createFileRoute('/management')({
  staticData: { title: 'Sign in to Admin Dashboard' },
  validateSearch: pathSearch,
  beforeLoad: awayWhenSignedIn,
  component: () => <SignIn management path={Route.useSearch().path} />,
})
