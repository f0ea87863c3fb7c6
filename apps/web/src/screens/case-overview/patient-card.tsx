import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desktop } from '../../brand.tsx'
import { downloadFile } from '../../features/files/index.ts'
import { desktopPath } from '../../lib/desktop-link.ts'
import { formatInstant } from '../../lib/format.ts'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Section } from '../../ui/page.tsx'
import { OrganizationLink, UserLink } from '../../ui/record-links.tsx'
import styles from './case-overview.module.css'

/** Whose case it is, and where its parts are: the left card of 2 §2 "Patient detail for management". */
export function PatientCard({ patient }: { patient: Patient }) {
  const { user, organization, case_tray: tray } = patient
  return (
    <Section title="Patient Details">
      <DescriptionList
        items={[
          [
            'Patient',
            <Link key="patient" to="/patient-details/$id" params={{ id: patient.id }} state={true}>
              {patient.full_name}
            </Link>,
          ],
          // The head of the page has the number, or the code of a case without one.
          ['Case code', patient.case_number_text && patient.case_code],
          [
            'Doctor',
            user && (
              <UserLink key="doctor" id={user.id}>
                {`${user.full_name} (${user.account_number})`}
              </UserLink>
            ),
          ],
          [
            'Organization',
            <OrganizationLink key="organization" id={organization.id}>
              {[nameOf(organization), numberBeside(organization) && `(${numberBeside(organization)})`]
                .filter(Boolean)
                .join(' ')}
            </OrganizationLink>,
          ],
          ['Created', formatInstant(patient.created_at)],
          ['Modified', formatInstant(patient.updated_at)],
          ['IOS File', <IosFile key="ios" patient={patient} />],
          ['Case status', <StatusBadge key="status" status={patient.patient_status} />],
          ['Setup', patient.rx_form && (patient.setup_completed_at ? 'Completed' : 'Started')],
          ['Authorized 3rd party', patient.third_party_partner ?? 'None'],
          [
            'Tray number',
            patient.case_tray_number ? (
              <Link key="tray" to="/patients-page/trays/$number" params={{ number: patient.case_tray_number }}>
                {patient.case_tray_number}
              </Link>
            ) : (
              '–'
            ),
          ],
          ['Tray ID', tray?.shipping_id_text ?? '–'],
        ]}
      />
    </Section>
  )
}

/** The newest desktop file, to open or to download; without one, the desktop application makes it of the scans. */
function IosFile({ patient }: { patient: Patient }) {
  const { data } = useQuery(settingsQuery)
  const path = desktopPath(data?.settings.deep_link_scheme ?? desktop.scheme, patient.id)
  const file = patient.patient_files
    .filter(({ patient_file_type_id: type }) => type === patientFileTypes.ios.id)
    .toSorted((one, other) => other.id - one.id)[0]
  const link = (label: string) => (
    <Button component="a" href={path} target="_blank" rel="noopener" size="compact-sm" variant="default">
      {label}
    </Button>
  )
  if (!file) return patient.deleted_at || !patient.has_stl_file ? '–' : link('Create IOS File')
  return (
    <span className={styles.ios}>
      {!patient.deleted_at && link(`Open ${desktop.name}`)}
      <Button
        size="compact-sm"
        variant="default"
        title={file.name}
        aria-label={`Download ${file.name}`}
        onClick={() => void downloadFile(file.id)}
      >
        Download
      </Button>
    </span>
  )
}
