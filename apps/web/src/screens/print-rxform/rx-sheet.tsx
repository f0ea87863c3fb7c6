import { formatPhone } from '@archwire/contract/core/phone.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { rxFormSections } from '@archwire/contract/rx-forms/fields.ts'
import { assignment, labName } from '@archwire/contract/rx-forms/options.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { chartTitle } from '@archwire/contract/rx-forms/tooth-chart.ts'
import type { ReactNode } from 'react'
import { ToothChartView } from '../../features/tooth-chart/index.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { nameOf, numberBeside } from '../../lib/session.tsx'
import { Pairs, type WordsAndValues } from '../../ui/pairs.tsx'
import { shownTogether, summaryItems } from '../case-parts/summary-items.ts'
import { paperFiles } from './paper-files.ts'
import { PaperPart } from '../../ui/paper.tsx'
import paper from '../../ui/paper.module.css'
import styles from './rx-sheet.module.css'

interface Props {
  patient: Patient
  form: RxForm
}

/** All of an Rx form and its case on paper, Letter or A4: what is long flows on, and every page says whose it is. */
export const RxSheet = ({ patient, form }: Props) => (
  <article className={`${paper.sheet} ${styles.sheet}`}>
    <div className={styles.head}>
      <div>
        <span>{labName} · Rx form</span>
        <strong translate="no">{patient.case_code}</strong>
      </div>
    </div>
    <div className={styles.body}>
      <header className={styles.title}>
        <h1>{patient.full_name}</h1>
        <p>
          {[
            patient.case_number_text && `Case number ${patient.case_number_text}`,
            patient.user?.full_name,
            ...statesOf(patient, form),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      {form.rush_case && (
        <p className={styles.rush}>
          <strong>Rush case</strong> {form.rush_case_authorized_by}
        </p>
      )}
      <div className={styles.places}>
        <Place title="Practice" name={nameOf(patient.organization)} place={form.location}>
          {numberBeside(patient.organization)}
        </Place>
        {form.shipping_location && (
          <Place title="Ship to" name={nameOf(patient.organization)} place={form.shipping_location}>
            {form.shipping_method_label}
          </Place>
        )}
        <PaperPart title="Case">
          <Pairs className={paper.pairs} items={caseItems(patient, form)} />
        </PaperPart>
      </div>
      <Sections patient={patient} form={form} />
      {form.tooth_chart.length > 0 && (
        <PaperPart title={chartTitle(form.tooth_numbering)}>
          <ToothChartView chart={form.tooth_chart} numbering={form.tooth_numbering} paper />
        </PaperPart>
      )}
      {form.special_instructions && (
        <PaperPart title="Special instructions">
          <p className={styles.instructions}>{form.special_instructions}</p>
        </PaperPart>
      )}
      <Files patient={patient} />
      <p className={styles.submitted}>
        Submitted{' '}
        {[
          form.created_by_user && `by ${form.created_by_user.name}`,
          formatInstant(form.created_at),
          form.version > 1 && `version ${form.version}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
    </div>
  </article>
)

/** A place with its address, a line each: as on a parcel. */
const Place = ({
  title,
  name,
  place,
  children,
}: {
  title: string
  name: string
  place: RxForm['location']
  children: ReactNode
}) => (
  <PaperPart title={title}>
    <address className={styles.address}>
      <strong>{name}</strong>
      {children && <span>{children}</span>}
      {place && (
        <>
          <span>{place.name}</span>
          {place.full_name.trim() && <span>Attn. {place.full_name}</span>}
          <span>{place.full_address}</span>
          <span>{formatPhone(place.phone_number)}</span>
        </>
      )}
    </address>
  </PaperPart>
)

/** What must not be missed about a case that is not simply under way. */
const statesOf = (patient: Patient, form: RxForm): (string | false)[] => [
  patient.patient_status.label,
  form.cancelled_at !== null && 'Canceled',
  patient.is_on_hold && 'On hold',
  patient.deleted_at !== null && 'Archived',
]

const caseItems = (patient: Patient, form: RxForm): WordsAndValues => [
  ['Case code', patient.case_code],
  ['Case number', patient.case_number_text],
  ['Doctor', patient.user?.full_name],
  ['Doctor number', patient.user?.account_number],
  // Nothing of a canceled case ships or arrives (`cases/canceled`).
  ['Ship date', !form.cancelled_at && form.ship_date && formatDay(form.ship_date, true)],
  ['Arrival', !form.cancelled_at && form.arrival_date && formatDay(form.arrival_date, true)],
]

/** What was asked for, by the parts of the form; the patient is above. */
function Sections({ patient, form }: Props) {
  const { third_party_partner: partner } = patient
  const thirdParty = partner && `${partner} (3PP)`
  const byPartner = (['submission_completed_by', 'print_assignment', 'insert_brackets_assignment'] as const)
    .filter((name) => thirdParty && form[name] === assignment.thirdParty)
    .map((name) => [name, thirdParty])
  const own = {
    ...shownTogether(form),
    location_id: false,
    impression_type: form.impression_type_name,
    rush_case: form.rush_case && 'Yes',
    ...Object.fromEntries(byPartner),
  }
  return rxFormSections.map(({ id, title }) => {
    const items = summaryItems(form, own, (_, { section }) => section === id).filter(([, value]) => value)
    if (id === 'impression') items.push(['Impression date', formatDay(form.impression_date, true)])
    return (
      items.length > 0 && (
        <PaperPart key={id} title={title}>
          <Pairs className={paper.pairs} items={items} />
        </PaperPart>
      )
    )
  })
}

function Files({ patient }: { patient: Patient }) {
  const files = paperFiles(patient.patient_files)
  return (
    files.length > 0 && (
      <PaperPart title="Files">
        <ul className={styles.files}>
          {files.map(({ id, name, what, note }) => (
            <li key={id}>
              <span>{name}</span>
              <span>{what}</span>
              {note && <small>{note}</small>}
            </li>
          ))}
        </ul>
      </PaperPart>
    )
  )
}
