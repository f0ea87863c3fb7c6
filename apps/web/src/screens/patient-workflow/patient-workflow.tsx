import { patients } from '@archwire/contract/client/patients'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CaseStatus, CompleteSetup, HoldButton } from '../../features/patients/index.ts'
import { OpenSteps, TechnicianPicker, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CasePage, CaseRequests, CaseTalk } from '../case-parts/case-page.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { NotifyDoctor } from '../case-parts/notify-doctor.tsx'
import { RxSummary } from '../case-parts/rx-summary.tsx'
import { ScanFiles } from '../case-parts/scan-files.tsx'
import { Scenes } from '../case-parts/scenes.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { OpenPrint } from './open-print.tsx'
import styles from './patient-workflow.module.css'

/** The lab's side of a case: its steps, the setup, and Notify. */
export function PatientWorkflow({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const router = useRouter()
  const { initial_case_setup: work, rx_form: form } = patient
  return (
    <CasePage
      patient={patient}
      list="/patients-page"
      actions={
        <>
          <HoldButton patient={patient} />
          <LinkButton to={`/patient-details/${id}`} command="Details of the case" variant="default">
            Details
          </LinkButton>
          <CompleteSetup
            patient={patient}
            openSteps={<OpenSteps workflow={work} />}
            onDone={() => void router.navigate({ to: '/patients-page' })}
          />
          <NotifyDoctor patient={patient} />
        </>
      }
    >
      <CaseStatus patient={patient} />
      <ChangesAsked patient={patient} />
      <div className={styles.body}>
        <div className={styles.steps}>
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
              <WorkflowTable key={work.id} workflow={work} />
            ) : (
              <EmptyState title="No work steps." text="The practice makes this setup itself." />
            )}
          </Section>
        </div>
        <div className={styles.scenes}>
          <Scenes patient={patient} />
        </div>
        <div className={styles.parts}>
          <Section title="Setup">
            <SetupUpload patient={patient} />
          </Section>
          <Section title="STL Files">
            <ScanFiles files={patient.patient_files.filter(({ kind }) => kind !== 'setup')} />
          </Section>
          <CaseRequests patient={patient} />
          {form && (
            <Section title="Rx form">
              <RxSummary form={form} />
            </Section>
          )}
        </div>
        <div className={styles.side}>
          <CaseTalk patient={patient} />
        </div>
      </div>
    </CasePage>
  )
}
