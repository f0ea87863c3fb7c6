import { Button } from '@mantine/core'
import { refusals } from '../lib/guard.ts'
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
            ? `${organization.owner_name} owns ${nameOf(organization)} and finishes it. This page opens by itself then.`
            : 'The owner of the organization finishes it. This page opens by itself then.'
        }
      />
    )
  return (
    <EmptyState
      heading
      title={refusals.noneSelected}
      text="You no longer work in the organization that was open here. Choose where to go on."
      action={me.organizations.map((membership) => (
        <Button key={membership.id} variant="default" onClick={() => switchOrganization(membership.id)}>
          {nameOf(membership)}
        </Button>
      ))}
    />
  )
}
