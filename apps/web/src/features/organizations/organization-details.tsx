import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { Link } from '@tanstack/react-router'
import { isStaff } from '@archwire/contract/roles.ts'
import { cityLine } from '../../lib/address.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { Ago } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Section } from '../../ui/page.tsx'
import { EditOrganization, editsAny } from './edit-organization.tsx'
import { OrganizationState } from './organization-state.tsx'
import styles from './organizations.module.css'

/** An organization's own data: a form for those who may change it, the rest as facts, and what its state can become. */
export const OrganizationDetails = ({
  organization,
  onDeleted,
}: {
  organization: Organization
  onDeleted: () => unknown
}) => (
  <div className={styles.part}>
    {editsAny(organization) && <EditOrganization organization={organization} />}
    <OrganizationFacts organization={organization} />
    <OrganizationState organization={organization} onDeleted={onDeleted} />
  </div>
)

const feeOf = ({ startup_fee_paid: paid, startup_fee_waived_by: by }: Organization): string =>
  paid ? (by === null ? 'Settled' : `Waived by ${by}`) : 'Not paid'

/** Leads to its receipt, for readers who may see it. */
const Fee = ({ organization }: { organization: Organization }) =>
  organization.startup_fee_order_id === null ? (
    feeOf(organization)
  ) : (
    <Link to="/orders/$id" params={{ id: organization.startup_fee_order_id }}>
      {feeOf(organization)}
    </Link>
  )

const placeOf = ({ main_location: place }: Organization): string => (place === null ? '' : cityLine(place))

/** What is not in the form of this person. */
function OrganizationFacts({ organization }: { organization: Organization }) {
  const { me } = useSession()
  const { can, owner, kind } = organization
  const practice = kind === 'practice'
  return (
    <Section title="Information">
      <div className={styles.facts}>
        <DescriptionList
          columns
          items={[
            ['Name', !editsAny(organization) && organization.own_name],
            ['Account Number', organization.account_number],
            ['Organization type', !can.assign_type && organization.organization_type?.name],
            [
              'Owner',
              owner &&
                (isStaff(roleOf(me)) ? (
                  <Link key="owner" to="/users/$id" params={{ id: owner.id }} translate="no">
                    {owner.full_name}
                  </Link>
                ) : (
                  owner.full_name
                )),
            ],
            ['Owner’s email', owner && readableEmail(owner.email)],
            ['Main location', placeOf(organization)],
            ['Customer service manager', !can.assign_lab && organization.customer_service_manager?.full_name],
            ['Third-party partner', !can.assign_lab && organization.third_party_partner?.name],
            [
              'Rush cases',
              practice &&
                !can.assign_lab &&
                (organization.rush_case_enabled ? 'Can be requested' : 'Cannot be requested'),
            ],
            ['Start-up fee', practice && <Fee key="fee" organization={organization} />],
            ['Heard about us', organization.survey_response],
            ['Members', organization.number_of_members],
            ['Open cases', practice && organization.number_of_open_cases],
            ['Joined', <Ago key="joined" at={organization.created_at} />],
            ['Archived', organization.deleted_at && <Ago key="archived" at={organization.deleted_at} />],
          ]}
        />
      </div>
    </Section>
  )
}
