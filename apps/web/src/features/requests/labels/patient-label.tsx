import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { archOf, linesOf } from '../items.ts'
import { CodeImage } from './code-image.tsx'
import styles from './label.module.css'

/** What lies with the print while it is made: whose it is, readable on a shelf, and the code that opens the case. */
export function PatientLabel({ request }: { request: CustomerRequest }) {
  const { patient, printing_request: print } = request
  const lines = linesOf(print?.printing_request_items ?? [])
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <span>{labName}</span>
        <span>Patient label</span>
      </div>
      <div className={styles.name}>{patient.full_name}</div>
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>Case number</dt>
          <dd>{patient.case_number_text || patient.case_code}</dd>
        </div>
        <div>
          <dt>Tray</dt>
          <dd>{patient.case_tray_number ?? '—'}</dd>
        </div>
        <div>
          <dt>Arch</dt>
          <dd>{archOf(print?.printing_request_items ?? [])}</dd>
        </div>
      </dl>
      <div className={styles.codes}>
        <div className={styles.beside}>
          <span className={styles.what}>
            {lines.map(({ arch, contentType, insertBrackets }) => (
              <span key={`${arch} ${contentType} ${insertBrackets}`}>
                <strong>{contentType}</strong>
                {insertBrackets && ' + brackets'}
              </span>
            ))}
            {patient.doctor_name && <span>{patient.doctor_name}</span>}
            <span>Request {request.id}</span>
          </span>
          <CodeImage text={patient.case_code} kind="qr" />
        </div>
        <CodeImage text={patient.case_code} kind="code128" />
        <span className={styles.number}>{patient.case_code}</span>
      </div>
    </div>
  )
}
