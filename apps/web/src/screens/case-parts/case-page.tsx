import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { ConversationLink } from '../../features/conversation/index.ts'
import { useCaseOpened } from '../../features/notifications/use-case-opened.ts'
import { CorrectionNote, RequestCorrection } from '../../features/flawed-trays/index.ts'
import { FileParts } from '../../features/files/index.ts'
import { CaseCosts } from '../../features/invoices/index.ts'
import {
  CaseHistory,
  CaseRecord,
  CaseTags,
  NoteBox,
  OnHoldNotes,
  TreatmentNotes,
} from '../../features/patients/index.ts'
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
import { IosFiles } from './ios-files.tsx'
import { Photos } from './photos.tsx'
import { ReportFiles } from './report-files.tsx'
import { ReportMisfit } from './report-misfit.tsx'
import { RxFormSection } from './rx-form-section.tsx'
import { ScanFiles } from './scan-files.tsx'
import { Scenes } from './scenes.tsx'
import { SetupUpload } from './setup-upload.tsx'
import { WalkThroughList } from './walk.tsx'

interface Props {
  patient: Patient
  /** The list that the case belongs to. */
  list: string
  actions: ReactNode
  /** State, doctor and practice stand in a part of the page. */
  brief?: boolean
  children: ReactNode
}

/** A page about one case: whose it is, its state, what can be done with it. */
export function CasePage({ patient, list, actions, brief = false, children }: Props) {
  useCaseOpened(patient.id)
  return (
    <Page
      above={useWayBack(list, patient.id)}
      beside={<WalkThroughList id={patient.id} />}
      title={<span translate="no">{patient.full_name}</span>}
      badge={
        <>
          {!brief && <StatusBadge status={patient.patient_status} />}
          <CaseTags patient={patient} />
        </>
      }
      subtitle={
        <>
          <CopyText text={caseNumberOf(patient)} command="Copy the case number" />
          {!brief && patient.user && (
            <span>
              <UserLink id={patient.user.id}>{patient.user.full_name}</UserLink>
            </span>
          )}
          {!brief && (
            <span>
              <OrganizationLink id={patient.organization.id}>{nameOf(patient.organization)}</OrganizationLink>
            </span>
          )}
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

interface ColumnsProps {
  patient: Patient
  /** In place above both columns, on phones below the model: the work. */
  work?: ReactNode
}

/**
 * A case as it is read: the model and beside it what is said about it, then its files and its form; on a phone, the
 * conversation follows the model, and notes and history come last (`screens/case-order`).
 */
export const CaseColumns = ({ patient, work }: ColumnsProps) => (
  <div className={styles.columns}>
    {work && <div className={`${styles.column} ${styles.work}`}>{work}</div>}
    <div className={`${styles.column} ${styles.model}`}>
      <Scenes patient={patient} />
    </div>
    <div className={`${styles.column} ${styles.side}`}>
      <CaseConversation patient={patient} />
      <CaseRequests patient={patient} />
      <div className={`${styles.column} ${styles.about}`}>
        <CaseNotes patient={patient} />
        <CaseRecord patient={patient} />
        <Section title="History">
          <CaseHistory patientId={patient.id} first={latest} />
        </Section>
      </div>
    </div>
    <div className={`${styles.column} ${styles.parts}`}>
      <CaseFiles patient={patient} />
      <RxFormSection patient={patient} withoutFacts />
      <CaseCosts patient={patient} />
    </div>
  </div>
)

/** So many entries of the history are shown at once: the column is about as long as the one beside it. */
const latest = 2

/** The files of a case, of all kinds, in one place. */
const CaseFiles = ({ patient }: { patient: Patient }) => (
  <Section title="Files">
    <FileParts>
      {(patient.can.add_setup || patient.patient_files.some(({ kind }) => kind === 'setup')) && (
        <SetupUpload patient={patient} />
      )}
      <ScanFiles patient={patient} />
      <Photos patient={patient} />
      <IosFiles patient={patient} />
      <ReportFiles patient={patient} />
    </FileParts>
  </Section>
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

/** The requests beyond the setup, and the way to add more. */
function CaseRequests({ patient }: { patient: Patient }) {
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
