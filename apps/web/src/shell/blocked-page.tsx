import { Button } from '@mantine/core'
import { refusals, setupOf } from '../lib/guard.ts'
import { nameOf, useSession, type Session } from '../lib/session.tsx'
import { EmptyState } from '../ui/states.tsx'

/**
 * Why no page of the normal profile can be shown, whatever the address: the organization was lost while the page was
 * open, or its owner has not finished the setup (`organizations/setup-first`). Undefined: the page may be shown.
 */
export function blockReason({ me, organization }: Session): 'lost' | 'setup' | undefined {
  if (me.is_management) return undefined
  if (!organization) return me.organizations.length > 0 ? 'lost' : undefined
  return setupOf(me, organization) === 'theirs' ? 'setup' : undefined
}

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
