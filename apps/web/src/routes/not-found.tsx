import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '../shell/missing-page.tsx'

export const Route = createFileRoute('/not-found')({ staticData: { title: 'Page Not Found' }, component: MissingPage })
