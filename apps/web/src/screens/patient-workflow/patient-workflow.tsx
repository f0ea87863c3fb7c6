import { patients } from '@archwire/contract/client.gen.ts'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
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
import { TechnicianPicker, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RxSummary } from '../case-parts/rx-summary.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { NotifyDoctor } from './notify-doctor.tsx'
import { OpenPrint } from './open-print.tsx'
import { PinnedScans } from './pinned-scans.tsx'
import styles from './patient-workflow.module.css'

/** The lab's side of a case: its steps, the setup, and the word to the doctor. */
export function PatientWorkflow({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const router = useRouter()
  const { can, initial_case_setup: work, rx_form: form } = patient
  return (
    <Page
      above={{ label: 'Patients', to: '/patients-page' }}
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
        </>
      }
      actions={
        <>
          <HoldButton patient={patient} />
          <Button component={Link} to={`/patient-details/${id}`} variant="default">
            Details
          </Button>
          <CompleteSetup patient={patient} onDone={() => void router.navigate({ to: '/patients-page' })} />
          <NotifyDoctor patient={patient} />
        </>
      }
    >
      <CaseStanding patient={patient} />
      {patient.open_request_id !== null && <OpenPrint requestId={patient.open_request_id} />}
      <Section
        title="Initial case setup"
        actions={
          work && (
            <span className={styles.technician}>
              Technician <TechnicianPicker patient={patient} />
            </span>
          )
        }
      >
        {work ? (
          <WorkflowTable workflow={work} />
        ) : (
          <EmptyState title="No work steps." text="The practice makes this setup itself." />
        )}
      </Section>
      <div className={styles.columns}>
        <div className={styles.main}>
          <PinnedScans patient={patient} />
          {(can.request_print || patient.customer_requests.length > 0) && (
            <Section title="Requests" actions={<AskForPrint patient={patient} />}>
              <RequestList patient={patient} />
            </Section>
          )}
          <Section title="Setup">
            <SetupUpload patient={patient} />
          </Section>
          {form && (
            <Section title="Rx form">
              <RxSummary form={form} />
            </Section>
          )}
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
        </div>
      </div>
    </Page>
  )
}
