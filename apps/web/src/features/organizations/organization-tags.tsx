import type { Organization, OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import { IconArchive, IconBan } from '@tabler/icons-react'
import { Tag } from '../../ui/badges.tsx'

/** What stands in the way of an organization's work, beside its name. */
export const OrganizationTags = ({
  organization: { disabled_at, is_archived },
}: {
  organization: OrganizationSummary
}) => (
  <>
    {disabled_at !== null && (
      <Tag tone="orange" icon={IconBan}>
        Disabled
      </Tag>
    )}
    {is_archived && <Tag icon={IconArchive}>Archived</Tag>}
  </>
)

/** The same on its own page, in the words that the lab prescribes (`organizations/disabled`). */
export const OrganizationBadges = ({ organization }: { organization: Organization }) => (
  <>
    {organization.kind === 'partner' && <Tag tone="blue">Partner lab</Tag>}
    {organization.disabled_at !== null && <Tag tone="orange">Organization Disabled</Tag>}
    {organization.suspended && <Tag tone="orange">Subscription suspended</Tag>}
    {organization.is_archived && <Tag>Archived</Tag>}
  </>
)
