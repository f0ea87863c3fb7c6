import { patients } from '@archwire/contract/client/patients'
import { isStaff } from '@archwire/contract/roles.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CaseHistory, CaseStatus } from '../../features/patients/index.ts'
import { AssignSetup } from '../../features/tech-workflows/index.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { CaseNotes, CasePage } from '../case-parts/case-page.tsx'
import { CaseConversation } from '../case-parts/conversation.tsx'
import { ChangesAsked } from '../case-parts/changes-asked.tsx'
import { UnreadRxChanges } from '../case-parts/rx-changes.tsx'
import { RxFormSection } from '../case-parts/rx-form-section.tsx'
import { SpecialInstructions } from '../case-parts/special-instructions.tsx'
import styles from './case-overview.module.css'
import { CaseRequestsPanel } from './case-requests-panel.tsx'
import { PatientCard } from './patient-card.tsx'

/** A case at a glance for management: whose it is, its notes, its Rx form, its requests and its history (`work/overview`). */
export function CaseOverview({ id }: { id: number }) {
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id } })).data
  const { me } = useSession()
  return (
    <CasePage
      patient={patient}
      list="/patients-page"
      brief
      actions={
        <>
          <AssignSetup patient={patient} />
          {isStaff(roleOf(me)) && (
            <LinkButton to={`/patient-details/${id}/print`} command="Print the summary" variant="default">
              Print summary
            </LinkButton>
          )}
          <LinkButton to={`/patient-details/${id}`} command="Details of the case" variant="default">
            Details
          </LinkButton>
          <LinkButton to={`/patient-workflow/${id}`} command="Workflow of the case">
            Workflow
          </LinkButton>
        </>
      }
    >
      <SpecialInstructions text={patient.rx_form?.special_instructions} />
      <CaseStatus patient={patient} />
      <ChangesAsked patient={patient} />
      <UnreadRxChanges patient={patient} />
      <div className={styles.top}>
        <PatientCard patient={patient} />
        <CaseNotes patient={patient} beside />
      </div>
      <div className={styles.bottom}>
        <div className={styles.column}>
          <RxFormSection patient={patient} title="Study Model" />
          <CaseRequestsPanel patientId={id} />
        </div>
        <div className={styles.column}>
          <CaseConversation patient={patient} />
          <Section title="History">
            <CaseHistory patientId={id} first={6} />
          </Section>
        </div>
      </div>
    </CasePage>
  )
}
