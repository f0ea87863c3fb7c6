import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/_signed-in/patient-workflow/$id')({ component: () => null })
