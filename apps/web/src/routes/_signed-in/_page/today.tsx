import { createFileRoute } from '@tanstack/react-router'
import { Today } from '../../../screens/today/today.tsx'
import { chosenKey, withChosenOrganizations } from '../../../lib/chosen-organizations.ts'

export const Route = createFileRoute('/_signed-in/_page/today')({
  staticData: { title: 'Today', icon: 'today', menu: { row: 'today' }, chosenOrganizations: true },
  // The screen reads it.
  validateSearch: (raw: Record<string, unknown>): { [chosenKey]?: string } => raw,
  beforeLoad: withChosenOrganizations,
  component: Screen,
})

function Screen() {
  const chosen: unknown = Route.useSearch()[chosenKey]
  return <Today chosen={typeof chosen === 'string' || typeof chosen === 'number' ? String(chosen) : undefined} />
}
