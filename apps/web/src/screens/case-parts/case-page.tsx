import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { ConversationLink } from '../../features/conversation/index.ts'
import { useCaseOpened } from '../../features/notifications/use-case-opened.ts'
import { CorrectionNote, RequestCorrection } from '../../features/flawed-trays/index.ts'
import { CaseHistory, CaseTags, NoteBox, OnHoldNotes, TreatmentNotes } from '../../features/patients/index.ts'
import { AskForPrint, OpenShipping, RequestList } from '../../features/requests/index.ts'
import { caseNumberOf } from '../../features/case/case-number.ts'
import { caseOffer } from '../../features/case/case-offer.ts'
import { formatDay } from '../../lib/format.ts'
import { useWayBack } from '../../features/case/list-place.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { OrganizationLink, UserLink } from '../../ui/record-links.tsx'
import styles from './case-page.module.css'
import { CaseConversation } from './conversation.tsx'
import { ReportMisfit } from './report-misfit.tsx'
import { WalkThroughList } from './walk.tsx'

interface Props {
  patient: Patient
  /** The list that the case belongs to. */
  list: string
  actions: ReactNode
  children: ReactNode
}

/** A page about one case: whose it is, its state, what can be done with it. */
export function CasePage({ patient, list, actions, children }: Props) {
  useCaseOpened(patient.id)
  return (
    <Page
      above={useWayBack(list, patient.id)}
      beside={<WalkThroughList id={patient.id} />}
      title={<span translate="no">{patient.full_name}</span>}
      badge={
        <>
          <StatusBadge status={patient.patient_status} />
          <CaseTags patient={patient} />
        </>
      }
      subtitle={
        <>
          <CopyText text={caseNumberOf(patient)} command="Copy the case number" />
          {patient.user && (
            <span>
              <UserLink id={patient.user.id}>{patient.user.full_name}</UserLink>
            </span>
          )}
          <span>
            <OrganizationLink id={patient.organization.id}>{nameOf(patient.organization)}</OrganizationLink>
          </span>
          {patient.rx_form?.bonding_date && <span>Bonding {formatDay(patient.rx_form.bonding_date)}</span>}
          <ConversationLink patientId={patient.id} />
        </>
      }
      actions={actions}
    >
      {children}
    </Page>
  )
}

/** What the case consists of, and beside it its notes and history. */
export const CaseColumns = ({ children, side }: { children: ReactNode; side: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.column}>{children}</div>
    <div className={styles.column}>{side}</div>
  </div>
)

/** The notes about a case that the reader may read; `beside`: next to one another where there is room. */
export function CaseNotes({ patient, beside = false }: { patient: Patient; beside?: boolean }) {
  const { can } = patient
  return (
    <section className={beside ? `${styles.notes} ${styles.beside}` : styles.notes} aria-label="Notes">
      <NoteBox patient={patient} name="doctor_notes" label="Doctor Notes" mayWrite={can.write_doctor_notes} />
      <NoteBox patient={patient} name="management_notes" label="Tech Notes" mayWrite={can.write_management_notes} />
      {patient.internal_notes !== null && (
        <NoteBox
          patient={patient}
          name="internal_notes"
          label="Internal Notes"
          help="Never leave the lab."
          mayWrite={can.write_internal_notes}
        />
      )}
      <OnHoldNotes notes={patient.on_hold_notes} />
      <TreatmentNotes notes={patient.treatment_notes} />
    </section>
  )
}

/** What practice and lab write to each other and note about the case, and its history. */
export function CaseTalk({ patient }: { patient: Patient }) {
  return (
    <>
      <CaseConversation patient={patient} />
      <CaseNotes patient={patient} />
      <Section title="History">
        <CaseHistory patientId={patient.id} />
      </Section>
    </>
  )
}

/** The requests beyond the setup, and the way to add more. */
export function CaseRequests({ patient }: { patient: Patient }) {
  const { me } = useSession()
  const isShown = caseOffer(patient, 'request_print') !== null || patient.customer_requests.length > 0
  return (
    isShown && (
      <Section
        title="Requests"
        actions={
          <span className={styles.actions}>
            <ReportMisfit patient={patient} />
            <RequestCorrection patient={patient} />
            <AskForPrint patient={patient} />
          </span>
        }
      >
        {!me.is_management && <CorrectionNote patient={patient} />}
        <RequestList patient={patient} />
        {patient.open_request_id !== null && !patient.duplicated && (
          <OpenShipping requestId={patient.open_request_id} />
        )}
      </Section>
    )
  )
}
