import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { assignments, impressionTypes, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Link } from '@tanstack/react-router'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { OrganizationLink, UserLink } from '../../ui/record-links.tsx'
import { RowWork } from './row-work.tsx'

/** "Summit (O-000007)"; an unnamed one is its number alone. */
const withNumber = (organization: PatientSummary['organization']): string => {
  const number = numberBeside(organization)
  return number ? `${nameOf(organization)} (${number})` : nameOf(organization)
}

/** The tray of 8 that the case is in, and the Tray ID once it has one. */
const TrayOf = ({ patient: { case_tray: tray, case_tray_number } }: { patient: PatientSummary }) => (
  <Link to="/case-trays/$caseTrayId" params={{ caseTrayId: tray!.id }}>
    {[case_tray_number, tray!.shipping_id_text].filter(Boolean).join(' · ')}
  </Link>
)

/** What "Show More" shows of a case in the management list. */
export const RowDetails = ({ patient }: { patient: PatientSummary }) => (
  <>
    <RowWork patient={patient} />
    <DescriptionList
      columns
      items={[
        ['Case code', patient.case_code],
        [
          'Organization',
          <OrganizationLink key="organization" id={patient.organization.id}>
            {withNumber(patient.organization)}
          </OrganizationLink>,
        ],
        [
          'Doctor',
          patient.user && (
            <UserLink key="doctor" id={patient.user.id}>
              {`${patient.user.full_name} (${patient.user.account_number})`}
            </UserLink>
          ),
        ],
        ['Setup by', labelOf(assignments, patient.submission_completed_by)],
        ['Impression', labelOf(impressionTypes, patient.impression_type)],
        ['Tray', patient.case_tray && <TrayOf key="tray" patient={patient} />],
        ['Approve by', patient.approve_by && formatInstant(patient.approve_by)],
        ['Bonding or delivery', patient.bonding_date && formatDay(patient.bonding_date, true)],
        ['Created', formatInstant(patient.created_at)],
        ['Modified', formatInstant(patient.updated_at)],
        ['Setup completed', patient.setup_completed_at && formatInstant(patient.setup_completed_at)],
      ]}
    />
  </>
)
