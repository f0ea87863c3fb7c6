import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CaseCosts } from '../../features/invoices/index.ts'
import { CaseStatus, CompleteSetup, HoldButton } from '../../features/patients/index.ts'
import { AssignSetup, OpenSteps, TechnicianPicker, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, Note } from '../../ui/states.tsx'
import { CasePage, CaseRequests, CaseTalk } from '../case-parts/case-page.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { IosFiles } from '../case-parts/ios-files.tsx'
import { NotifyDoctor } from '../case-parts/notify-doctor.tsx'
import { Photos } from '../case-parts/photos.tsx'
import { ReportFiles } from '../case-parts/report-files.tsx'
import { UnreadRxChanges } from '../case-parts/rx-changes.tsx'
import { RxFormSection } from '../case-parts/rx-form-section.tsx'
import { ScanFiles } from '../case-parts/scan-files.tsx'
import { Scenes } from '../case-parts/scenes.tsx'
import { SetupUpload } from '../case-parts/setup-upload.tsx'
import { SpecialInstructions } from '../case-parts/special-instructions.tsx'
import { OpenPrint } from './open-print.tsx'
import styles from './patient-workflow.module.css'

/** The lab's side of a case: its steps, the setup, and Notify. */
export function PatientWorkflow({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const router = useRouter()
  const { initial_case_setup: work } = patient
  const { me } = useSession()
  // The steps are the partner's to record; the lab reads them (`work/whose`).
  const isOfPartner = patient.submission_completed_by === assignment.thirdParty && isStaff(roleOf(me))
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
      <SpecialInstructions text={patient.rx_form?.special_instructions} />
      <CaseStatus patient={patient} />
      <ChangesAsked patient={patient} />
      <UnreadRxChanges patient={patient} />
      <div className={styles.body}>
        <div className={styles.steps}>
          <OpenRequests patient={patient} />
          <Section
            title="Initial case setup"
            actions={
              <span className={styles.actions}>
                <TechnicianPicker patient={patient} />
                <AssignSetup patient={patient} />
              </span>
            }
          >
            {work && isOfPartner && <Note>This is assigned to third party partner.</Note>}
            {work ? (
              <WorkflowTable key={work.id} workflow={work} silent={isOfPartner} />
            ) : (
              <EmptyState
                title="No work steps."
                text={
                  patient.submission_completed_by !== assignment.inOffice
                    ? 'The lab created this case for its own records.'
                    : 'The practice makes this setup itself.'
                }
              />
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
          <IosFiles patient={patient} />
          <ScanFiles patient={patient} />
          <Photos patient={patient} />
          <ReportFiles patient={patient} />
          <CaseRequests patient={patient} />
          <RxFormSection patient={patient} />
          <CaseCosts patient={patient} />
        </div>
        <div className={styles.side}>
          <CaseTalk patient={patient} />
        </div>
      </div>
    </CasePage>
  )
}

/** The work of every open request, the newest first. Corrections of trays go below the print of their request. */
function OpenRequests({ patient }: { patient: Patient }) {
  const open = patient.customer_requests.filter(({ status }) => status.key === 'pending')
  return (
    <>
      {open.length > 1 && <Note tone="error">{duplicateRequests}</Note>}
      {open.map(({ id }) => (
        <OpenPrint key={id} requestId={id} />
      ))}
    </>
  )
}
