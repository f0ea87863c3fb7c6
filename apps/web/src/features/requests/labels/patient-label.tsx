import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { caseNumberOf } from '../../../lib/case-number.ts'
import { archOf, linesOf, madeItems } from '../items.ts'
import { CodeImage } from './code-image.tsx'
import { fitOf } from './fit.ts'
import styles from './label.module.css'

/**
 * The label that stays with the print while it is made: whose it is, readable on a shelf, and the code that opens the
 * case.
 */
export function PatientLabel({ request }: { request: CustomerRequest }) {
  const { patient, printing_request: print } = request
  const items = madeItems(print?.printing_request_items ?? [])
  const lines = linesOf(items)
  const number = caseNumberOf(patient)
  const arches = archOf(items)
  return (
    <div className={styles.sheet} translate="no">
      <div className={styles.top}>
        <div className={styles.head}>
          <span>{labName}</span>
          <span>Patient label</span>
        </div>
        <div className={styles.name} data-fit={fitOf(patient.full_name)}>
          {patient.full_name}
        </div>
        <dl className={styles.facts}>
          <div className={styles.wide}>
            <dt>Case number</dt>
            <dd data-fit={fitOf(number)}>{number}</dd>
          </div>
          <div>
            <dt>Tray</dt>
            <dd>{patient.case_tray_number ?? '—'}</dd>
          </div>
          <div>
            <dt>Arch</dt>
            <dd>{arches}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.codes}>
        <div className={styles.beside}>
          <span className={styles.what}>
            {lines.map(({ arch, contentType, insertBrackets }) => (
              <span key={`${arch} ${contentType} ${insertBrackets}`}>
                <strong>{contentType}</strong>
                {insertBrackets && ' + brackets'}
                {labelOf(jaws, arch) !== arches && ` ${labelOf(jaws, arch)}`}
              </span>
            ))}
            {patient.doctor_name && <span className={styles.oneLine}>{patient.doctor_name}</span>}
            <span>Request {request.id}</span>
          </span>
          <CodeImage text={patient.case_code} kind="qr" />
        </div>
        <CodeImage text={patient.case_code} kind="code128" />
        <span className={styles.number} translate="no">
          {patient.case_code}
        </span>
      </div>
    </div>
  )
}
