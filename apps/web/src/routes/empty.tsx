import { createFileRoute } from '@tanstack/react-router'

/** Renders nothing. */
export const Route = createFileRoute('/empty')({ staticData: { title: 'Empty' }, component: () => null })
