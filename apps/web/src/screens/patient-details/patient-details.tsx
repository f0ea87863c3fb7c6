import { patients } from '@archwire/contract/client.gen.ts'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  ApproveSetup,
  AskForChanges,
  CaseHistory,
  caseNumberOf,
  CaseStanding,
  CaseTags,
  CompleteSetup,
  HoldButton,
  NoteBox,
  OnHoldNotes,
} from '../../features/patients/index.ts'
import { AskForPrint, RequestList } from '../../features/requests/index.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { homeOf, useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { RxSummary } from '../case-parts/rx-summary.tsx'
import { ScanFiles } from '../case-parts/scan-files.tsx'
import { Scenes } from '../case-parts/scenes.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { AddFiles } from './add-files.tsx'
import { Photos } from './photos.tsx'
import styles from './patient-details.module.css'

/** The case: what it is, where it stands, the setup in 3D, and what one can do with it. Buttons come from `can` only. */
export function PatientDetails({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const { me } = useSession()
  const router = useRouter()
  const { can } = patient
  const home = homeOf(me)
  const decides = can.approve || can.request_changes
  return (
    <Page
      above={{ label: 'Patients', to: home }}
      title={patient.full_name}
      badge={
        <>
          <StatusBadge status={patient.patient_status} />
          <CaseTags patient={patient} />
        </>
      }
      facts={
        <>
          <CopyText text={caseNumberOf(patient)} />
          {patient.user && <span>{patient.user.full_name}</span>}
          <span>{patient.organization.name || patient.organization.account_number}</span>
          {patient.rx_form?.bonding_date && <span>Bonding {formatDay(patient.rx_form.bonding_date)}</span>}
        </>
      }
      actions={
        <>
          <HoldButton patient={patient} />
          {me.is_management && (
            <Button component={Link} to={`/patient-workflow/${id}`} variant="default">
              Workflow
            </Button>
          )}
          <CompleteSetup patient={patient} onDone={() => void router.navigate({ to: home })} />
          {decides && (
            <span className={styles.decision}>
              <AskForChanges patient={patient} />
              <ApproveSetup patient={patient} />
            </span>
          )}
        </>
      }
    >
      {patient.deleted_at && <Note tone="error">This case is archived.</Note>}
      <CaseStanding patient={patient} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Scenes patient={patient} />
          {can.add_setup && !me.is_management && (
            <Section title="Setup">
              <SetupUpload patient={patient} />
            </Section>
          )}
          {(can.request_print || patient.customer_requests.length > 0) && (
            <Section title="Requests" actions={<AskForPrint patient={patient} />}>
              <RequestList patient={patient} />
            </Section>
          )}
          <Section title="STL Files">
            <ScanFiles files={patient.patient_files} />
            {can.add_files && <AddFiles patient={patient} kind="scans" />}
          </Section>
          <Section title="Photos">
            <Photos files={patient.patient_files} />
            {can.add_files && <AddFiles patient={patient} kind="photos" />}
          </Section>
          <Section title="Rx form">
            {patient.rx_form ? <RxSummary form={patient.rx_form} /> : <p>There is no Rx form.</p>}
          </Section>
        </div>
        <div className={styles.side}>
          <section className={styles.notes} aria-label="Notes">
            <NoteBox
              patient={patient}
              name="doctor_notes"
              label="Doctor Notes"
              mayWrite={can.write_doctor_notes === true}
            />
            <NoteBox
              patient={patient}
              name="management_notes"
              label="Tech Notes"
              mayWrite={can.write_management_notes === true}
            />
            {patient.internal_notes !== null && (
              <NoteBox
                patient={patient}
                name="internal_notes"
                label="Internal Notes"
                help="Never leave the lab."
                mayWrite={can.write_internal_notes === true}
              />
            )}
            <OnHoldNotes notes={patient.on_hold_notes} />
          </section>
          <Section title="History">
            <CaseHistory patientId={id} />
          </Section>
          <p className={styles.dates}>
            Created {formatInstant(patient.created_at)}, modified {formatInstant(patient.updated_at)}
          </p>
        </div>
      </div>
    </Page>
  )
}
