import { patients } from '@archwire/contract/client/patients'
import { counted } from '@archwire/contract/core/counted.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CaseStatus, CompleteSetup, HoldButton } from '../../features/patients/index.ts'
import { AssignSetup, OpenSteps, TechnicianPicker, WorkflowTable } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, Note } from '../../ui/states.tsx'
import { AtAGlance } from '../case-parts/case-facts.tsx'
import { CaseColumns, CasePage } from '../case-parts/case-page.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { NotifyDoctor } from '../case-parts/notify-doctor.tsx'
import { UnreadRxChanges } from '../case-parts/rx-changes.tsx'
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
      <AtAGlance form={patient.rx_form}>
        <CaseStatus patient={patient} />
      </AtAGlance>
      <ChangesAsked patient={patient} />
      <UnreadRxChanges patient={patient} />
      <CaseColumns
        patient={patient}
        work={
          <>
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
                <SetupSteps patient={patient} work={work} silent={isOfPartner} />
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
          </>
        }
      />
    </CasePage>
  )
}

interface StepsProps {
  patient: Patient
  work: TechWorkflow
  silent: boolean
}

/** The steps of the setup; once it is completed they are over, and are folded. */
function SetupSteps({ patient, work, silent }: StepsProps) {
  const table = <WorkflowTable key={work.id} workflow={work} silent={silent} />
  const isOver = patient.setup_completed_at !== null && work.processes.every(({ finished_at }) => finished_at !== null)
  if (!isOver) return table
  return (
    <details className={styles.folded}>
      <summary>{counted(work.processes.length, 'finished step')}</summary>
      {table}
    </details>
  )
}

/** The work of every open request, the newest first. */
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
