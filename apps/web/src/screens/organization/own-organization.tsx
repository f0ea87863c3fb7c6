import { organizations } from '@archwire/contract/client/organizations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { OrganizationBadges } from '../../features/organizations/organization-tags.tsx'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { ChecklistButton } from '../../features/onboardings/checklist-button.tsx'
import { OrganizationParts } from './organization-parts.tsx'
import styles from './organization.module.css'

interface Props {
  id: number
  part: string | undefined
  onPart: (part: string) => void
}

/** The organization that a person of a practice works in, as a tab of the account page. */
export function OwnOrganization({ id, part, onPart }: Props) {
  const { organization } = useSuspenseQuery(query(organizations.get, { params: { id } })).data
  return (
    <>
      <div className={styles.head}>
        <h2>{nameOf(organization)}</h2>
        <OrganizationBadges organization={organization} />
        <small className="numeric">{numberBeside(organization)}</small>
        <ChecklistButton id={organization.onboarding_id} />
      </div>
      {/* Only the lab deletes organizations. */}
      <OrganizationParts organization={organization} part={part} onPart={onPart} onDeleted={() => {}} />
    </>
  )
}
