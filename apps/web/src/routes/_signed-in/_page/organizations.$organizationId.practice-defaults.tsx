import { changesDefaults } from '@archwire/contract/required-permissions.ts'
import { createFileRoute } from '@tanstack/react-router'
import { PracticeDefaults } from '../../../features/practice-defaults/practice-defaults.tsx'
import { draftOf } from '../../../lib/drafts.ts'
import { idParams } from '../../../lib/id-param.ts'

export const Route = createFileRoute('/_signed-in/_page/organizations/$organizationId/practice-defaults')({
  staticData: { title: 'Practice defaults', permissions: changesDefaults },
  params: idParams('organizationId'),
  // The case that is being filled in meanwhile: the way back leads to it.
  validateSearch: draftOf,
  component: Screen,
})

/** What the cases of one practice begin with. */
function Screen() {
  const { organizationId } = Route.useParams()
  const { draft } = Route.useSearch()
  const above = {
    label: 'Start A Case',
    to: `/organizations/${organizationId}/rx-forms/add`,
    ...(draft && { search: { draft } }),
  }
  return <PracticeDefaults key={organizationId} organizationId={organizationId} above={above} />
}
