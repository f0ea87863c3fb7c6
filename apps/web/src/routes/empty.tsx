import { createFileRoute } from '@tanstack/react-router'

/** Renders nothing (1 §2.1). */
export const Route = createFileRoute('/empty')({ staticData: { title: 'Empty' }, component: () => null })
