import { createFileRoute } from '@tanstack/react-router'
import { awayWhenSignedIn, pathSearch } from '../features/auth/sign-in-route.ts'
import { SignIn } from '../features/auth/sign-in.tsx'

export const Route = createFileRoute('/login')({
  staticData: { title: 'Sign in' },
  validateSearch: pathSearch,
  beforeLoad: awayWhenSignedIn,
  component: () => <SignIn management={false} path={Route.useSearch().path} />,
})
