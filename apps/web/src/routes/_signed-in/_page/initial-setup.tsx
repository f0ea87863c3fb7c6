import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { createFileRoute } from '@tanstack/react-router'
import { isOwner, onlyForSetup } from '../../../lib/guard.ts'
import { searchOf } from '../../../lib/search.ts'
import { useSession } from '../../../lib/session.tsx'
import { AccountSetup } from '../../../screens/account-setup/account-setup.tsx'

/** The steps by their numbers in the address: Welcome, Account Details, Payment method, Order summary. */
const setupSearch = searchOf({ step: ['0', '1', '2', '3'] } as const satisfies SearchTable)

export const Route = createFileRoute('/_signed-in/_page/initial-setup')({
  staticData: { title: 'Account Setup', setup: true },
  validateSearch: (raw): { step?: string } => setupSearch(raw),
  beforeLoad: ({ context, search }) => onlyForSetup(context.me, search.step === '3'),
  component: Screen,
})

function Screen() {
  const { step } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { organization } = useSession()
  // Another organization was chosen, and its page is not open yet.
  if (!organization || !isOwner(organization)) return null
  return (
    <AccountSetup
      key={organization.id}
      organizationId={organization.id}
      step={step}
      onStep={(next, { replace }) => void navigate({ search: { step: next }, replace })}
    />
  )
}
