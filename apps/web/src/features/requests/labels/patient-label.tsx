import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { caseNumberOf } from '../../case/case-number.ts'
import { formatDay, formatDayOf } from '../../../lib/format.ts'
import { archOf, linesOf, madeItems } from '../items.ts'
import { CaseCode } from './case-code.tsx'
import { CodeImage } from './code-image.tsx'
import { fitOf } from './fit.ts'
import styles from './label.module.css'
import { useFitted } from './use-fitted.ts'

/**
 * The label that stays with the print while it is made: whose it is, readable on a shelf, and the code that opens the
 * case.
 */
export function PatientLabel({ request }: { request: CustomerRequest }) {
  const { patient, printing_request: print } = request
  const items = madeItems(print?.printing_request_items ?? [])
  const arches = archOf(items)
  const number = caseNumberOf(patient)
  return (
    <div ref={useFitted()} className={styles.sheet} translate="no">
      <div className={styles.top} data-fits>
        <div className={styles.head}>
          <span>{labName}</span>
          <span>Patient label</span>
        </div>
        <div className={styles.name} data-fit={fitOf(patient.full_name)}>
          {patient.full_name}
        </div>
        <div className={styles.caseNumber}>
          <small>Case number</small>
          <strong data-fit={fitOf(number)}>{number}</strong>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Arch</dt>
            <dd>{arches}</dd>
          </div>
          <div>
            <dt>Tray</dt>
            <dd>{patient.case_tray_number ?? '—'}</dd>
          </div>
          <div>
            <dt>Ships</dt>
            <dd className={styles.day}>{print?.ship_date ? formatDay(print.ship_date) : '—'}</dd>
          </div>
          <div>
            <dt>Requested</dt>
            <dd className={styles.day}>{formatDayOf(request.created_at)}</dd>
          </div>
          <div className={styles.wide}>
            <dt>Practice</dt>
            <dd className={styles.practice} data-fit={fitOf(request.organization_name ?? '')}>
              {request.organization_name}
            </dd>
          </div>
          <div className={styles.wide}>
            <dt>Doctor</dt>
            <dd className={styles.practice} data-fit={fitOf(patient.doctor_name ?? '')}>
              {patient.doctor_name}
            </dd>
          </div>
        </dl>
      </div>
      <div className={styles.codes}>
        <div className={styles.beside}>
          <span className={styles.what} data-fits>
            {linesOf(items).map(({ arch, contentType, insertBrackets }) => (
              <span key={`${arch} ${contentType} ${insertBrackets}`}>
                <strong>{contentType}</strong>
                {insertBrackets && ' + brackets'}
                {labelOf(jaws, arch) !== arches && ` ${labelOf(jaws, arch)}`}
              </span>
            ))}
            <span>Request {request.id}</span>
          </span>
          <CodeImage text={patient.case_code} kind="qr" />
        </div>
        <CaseCode code={patient.case_code} />
      </div>
    </div>
  )
}
