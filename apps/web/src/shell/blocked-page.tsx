import { Button } from '@mantine/core'
import { refusals } from '../lib/refusal.ts'
import { nameOf, useSession } from '../lib/session.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Replaces the page and explains what is missing; the shell around it still leads out, or to another organization. */
export function BlockedPage({ reason }: { reason: 'lost' | 'setup' }) {
  const { me, organization, switchOrganization } = useSession()
  if (reason === 'setup')
    return (
      <EmptyState
        heading
        title={refusals.setupUnfinished}
        text={
          organization?.owner_name
            ? `${organization.owner_name} owns ${nameOf(organization)} and has to finish the setup. This page will then open automatically.`
            : 'The owner of the organization has to finish the setup. This page will then open automatically.'
        }
      />
    )
  return (
    <EmptyState
      heading
      title={refusals.noneSelected}
      text="You no longer belong to the organization that was open here. Choose another one."
      action={me.organizations.map((membership) => (
        <Button key={membership.id} variant="default" onClick={() => switchOrganization(membership.id)}>
          {nameOf(membership)}
        </Button>
      ))}
    />
  )
}
