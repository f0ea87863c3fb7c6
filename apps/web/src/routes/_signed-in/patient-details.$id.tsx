import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/_signed-in/patient-details/$id')({ component: () => null })
