import { organizations } from '@archwire/contract/client/organizations'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useContractOf } from '../../features/organizations/contract-of.ts'
import { OrganizationBadges } from '../../features/organizations/organization-tags.tsx'
import { listPath, startCaseOf } from '../../features/organizations/paths.ts'
import { ApiError } from '../../lib/api.ts'
import { formatDayOf } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { allowed, nameOf, numberBeside, roleOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { OrganizationParts } from './organization-parts.tsx'

interface Props {
  id: number
  /** The open part. */
  tab: string | undefined
  onTab: (tab: string) => void
}

/** An organization as management works with it; a partner lab reads the practices that named it. */
export function OrganizationPage({ id, tab, onTab }: Props) {
  const { data, error } = useSuspenseQuery(query(organizations.get, { params: { id } }))
  const { organization } = data
  const isGone = error instanceof ApiError && error.status === 404
  const router = useRouter()
  return (
    <Page
      title={nameOf(organization)}
      above={{ label: 'Organizations', to: listPath }}
      badge={<OrganizationBadges organization={organization} />}
      subtitle={
        <>
          {numberBeside(organization) && (
            <span className="numeric" translate="no">
              {organization.account_number}
            </span>
          )}
          {organization.organization_type && <span>{organization.organization_type.name}</span>}
          {organization.owner && <span translate="no">{organization.owner.full_name}</span>}
        </>
      }
      actions={!isGone && <Ways organization={organization} />}
      narrow
    >
      {isGone && <Note tone="warning">This organization was deleted, or you no longer have access to it.</Note>}
      <WhyDisabled organization={organization} />
      <FeeNotWaived organization={organization} />
      <OrganizationParts
        organization={organization}
        part={tab}
        onPart={onTab}
        onDeleted={() => router.navigate({ to: listPath })}
      />
    </Page>
  )
}

/** Since when it is disabled, and the reason that its people read (`organizations/disabled`). */
function WhyDisabled({ organization: { disabled_at, disabled_reason } }: { organization: Organization }) {
  if (disabled_at === null) return null
  return (
    <Note>
      <span>
        Disabled on {formatDayOf(disabled_at)}.
        {disabled_reason && (
          <>
            {' '}
            Reason: <q translate="no">{disabled_reason}</q>
          </>
        )}
      </span>
    </Note>
  )
}

/** The pages of this organization's subscription and cases. */
function Ways({ organization: { id, kind, disabled_at, is_archived, onboarding_id } }: { organization: Organization }) {
  const { me } = useSession()
  const contractId = useContractOf(id)
  const practice = kind === 'practice'
  const open = disabled_at === null && !is_archived
  if (!practice) return null
  return (
    <>
      {contractId !== undefined && (
        <LinkButton to={`/subscriptions/${contractId}`} command="Show the subscription" variant="default">
          Subscription
        </LinkButton>
      )}
      {isStaff(roleOf(me)) && onboarding_id !== null && (
        <LinkButton to={`/onboardings/${onboarding_id}`} command="Show the onboarding" variant="default">
          Onboarding
        </LinkButton>
      )}
      {isStaff(roleOf(me)) && (
        <LinkButton to={`/organizations/${id}/patients`} command="Show the patients" variant="default">
          Patients
        </LinkButton>
      )}
      {open && allowed(me, undefined, 'old-cases.upload') && (
        <LinkButton to={`/organizations/${id}/old-cases/add`} command="Add an old case" variant="default">
          Add Old Case
        </LinkButton>
      )}
      {open && allowed(me, undefined, 'rx-forms.create') && (
        <LinkButton to={startCaseOf(id)} command="Start a case" main>
          Start A Case
        </LinkButton>
      )}
    </>
  )
}

/** The organization was made, but its fee was not waived: that can be tried again (`organizations/who-creates`). */
function FeeNotWaived({ organization }: { organization: Organization }) {
  const why = useLocation({ select: ({ state }) => state.feeNotWaived })
  const waive = useCall(organizations.waiveStartupFee)
  if (why === undefined || organization.startup_fee_paid || !organization.can.waive_startup_fee) return null
  return (
    <Note tone="error">
      <span>The start-up fee was not waived. {why}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={waive.isPending}
        onClick={() => waive.mutate({ params: { id: organization.id } })}
      >
        Try again
      </Button>
    </Note>
  )
}
