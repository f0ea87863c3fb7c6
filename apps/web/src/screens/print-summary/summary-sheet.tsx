import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { Pairs } from '../../ui/pairs.tsx'
import { shownTogether, summaryItems } from '../case-parts/summary-items.ts'
import { viewLabel, visitsOf } from '../case-parts/visits.ts'
import { PaperPart } from '../../ui/paper.tsx'
import paper from '../../ui/paper.module.css'
import styles from './print-summary.module.css'
import { traysState, withTrays, type OfCase } from './requests-of-case.ts'

/** What a technician needs to know of a case, on paper: who, what was ordered, requests, notes and photos. */
export function SummarySheet({ patient, requests }: { patient: Patient; requests: readonly OfCase[] }) {
  const { rx_form: form } = patient
  return (
    <article className={`${paper.sheet} ${styles.sheet}`}>
      <header className={styles.head}>
        <div>
          <h1>{patient.full_name}</h1>
          <p>
            {[
              patient.case_number_text && `Case number ${patient.case_number_text}`,
              patient.user?.full_name,
              [nameOf(patient.organization), numberBeside(patient.organization)].filter(Boolean).join(' '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className={styles.code}>
          <span>{labName}</span>
          <strong>{patient.case_code}</strong>
        </div>
      </header>
      {form?.special_instructions && (
        <PaperPart title="Special instructions">
          <p className={styles.text}>{form.special_instructions}</p>
        </PaperPart>
      )}
      <PaperPart title="Case">
        <Pairs
          className={paper.pairs}
          items={[
            ['Status', statesOf(patient)],
            ['Initial setup', form && (patient.setup_completed_at ? 'Completed' : 'Started')],
            ['Technician', patient.initial_case_setup?.assigned_to?.full_name],
            ['Created', formatInstant(patient.created_at)],
            ['Modified', formatInstant(patient.updated_at)],
            ['Ship date', patient.ship_date && !patient.cancelled_at && formatDay(patient.ship_date, true)],
            ['Authorized 3rd party', patient.third_party_partner ?? 'None'],
            ['Tray number', patient.case_tray_number],
            ['Tray ID', patient.case_tray?.shipping_id_text],
          ]}
        />
      </PaperPart>
      {form && (
        <PaperPart title="Rx form">
          <Pairs className={paper.pairs} items={summaryItems(form, shownTogether(form)).filter(([, value]) => value)} />
        </PaperPart>
      )}
      <Requests patient={patient} />
      <FlawedTrays requests={withTrays(requests)} />
      <div className={styles.notes}>
        <PaperPart title="Doctor Notes">
          <p className={styles.text}>{patient.doctor_notes || 'No notes.'}</p>
        </PaperPart>
        <PaperPart title="Tech Notes">
          <p className={styles.text}>{patient.management_notes || 'No notes.'}</p>
        </PaperPart>
      </div>
      <Photos patient={patient} />
    </article>
  )
}

/** The state, and what must not be missed about a case that is not simply under way. */
const statesOf = (patient: Patient): string =>
  [
    patient.patient_status.label,
    patient.rush_case && 'Rush',
    patient.is_on_hold && 'On hold',
    patient.cancelled_at && 'Canceled',
    patient.deleted_at && 'Archived',
  ]
    .filter(Boolean)
    .join(', ')

const Requests = ({ patient: { customer_requests: requests } }: { patient: Patient }) =>
  requests.length > 0 && (
    <PaperPart title="Print requests">
      <ul className={styles.requests}>
        {requests.map(({ id, summary, status, tracking_number: number, created_at }) => (
          <li key={id}>
            <strong>{summary || `Request ${id}`}</strong>
            <span>{status.label}</span>
            <span>{[`No. ${id}`, formatInstant(created_at), number].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </PaperPart>
  )

const FlawedTrays = ({ requests }: { requests: readonly OfCase[] }) =>
  requests.length > 0 && (
    <PaperPart title="Flawed trays">
      <ul className={styles.requests}>
        {requests.map((request) => (
          <li key={request.id}>
            <strong>Request {request.id}</strong>
            <span>{traysState(request)}</span>
          </li>
        ))}
      </ul>
    </PaperPart>
  )

/** The photos of the last visit first, from the face to the teeth. */
function Photos({ patient }: { patient: Patient }) {
  const photos = patient.patient_files.filter(
    ({ patient_file_type_id: type, url }) => type === patientFileTypes.photo.id && url !== null,
  )
  return (
    photos.length > 0 && (
      <PaperPart title="Photos">
        <ul className={styles.photos}>
          {visitsOf(photos)
            .flatMap((visit) => visit.photos)
            .map((photo) => (
              <li key={photo.id}>
                <img src={photo.url!} alt={photo.caption || viewLabel(photo) || photo.name} />
                <small>{[viewLabel(photo), photo.caption].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
        </ul>
      </PaperPart>
    )
  )
}
