import { formatPhone } from '@archwire/contract/core/phone.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { formatDay } from '../../../lib/format.ts'
import { addressLines } from '../places.ts'
import { CodeImage } from './code-image.tsx'
import { fitOf } from './fit.ts'
import styles from './label.module.css'

/** The label on the parcel. It travels in public: no name of a patient. */
export function ShippingLabel({ request }: { request: CustomerRequest }) {
  const { patient, printing_request: print } = request
  const [first, ...rest] = print?.location ? addressLines(print.location, request.organization_name) : []
  return (
    <div className={styles.sheet} translate="no">
      <div className={styles.top}>
        <div className={styles.head}>
          <span>From {labName}</span>
          <span>{print?.shipping_method_label}</span>
        </div>
        <address className={styles.address}>
          <small>Ship to</small>
          <strong data-fit={fitOf(first ?? '')}>{first}</strong>
          {rest.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {print?.location?.phone_number && <small>{formatPhone(print.location.phone_number)}</small>}
        </address>
      </div>
      <div className={styles.codes}>
        <div className={styles.beside}>
          <span className={styles.what}>
            <strong>{print?.shipping_method_label}</strong>
            {print?.ship_date && <span>Ships {formatDay(print.ship_date)}</span>}
            {print?.expected_arrival_date && <span>Arrives {formatDay(print.expected_arrival_date)}</span>}
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
