import { createFileRoute } from '@tanstack/react-router'
import { PageMissing } from '../ui/page-states.tsx'

export const Route = createFileRoute('/not-found')({ staticData: { title: 'Page Not Found' }, component: PageMissing })
