import { settings } from '@archwire/contract/client/settings'
import { createFileRoute } from '@tanstack/react-router'
import { onlyForSetup } from '../../../lib/guard.ts'
import { query } from '../../../lib/query.ts'
import { AccountSetup } from '../../../screens/account-setup/account-setup.tsx'

export const Route = createFileRoute('/_signed-in/_page/initial-setup')({
  staticData: { title: 'Account Setup', setup: true },
  beforeLoad: ({ context }) => onlyForSetup(context.me),
  loader: ({ context }) => context.queryClient.ensureQueryData(query(settings.get, {})),
  component: () => <AccountSetup settings={Route.useLoaderData().settings} />,
})
