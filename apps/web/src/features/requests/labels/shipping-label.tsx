import { formatPhone } from '@archwire/contract/core/phone.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { formatDay } from '../../../lib/format.ts'
import { parcelLines } from '../places.ts'
import { CaseCode } from './case-code.tsx'
import { CodeImage } from './code-image.tsx'
import { fitOf } from './fit.ts'
import type { Lab } from './label-sheet.tsx'
import styles from './label.module.css'
import { useFitted } from './use-fitted.ts'

/** The most cases of a parcel whose codes fit on its label. */
const mostNamed = 6

interface Props {
  request: CustomerRequest
  /** All requests in the parcel, where it holds several. */
  parcel: readonly CustomerRequest[] | undefined
  lab: Lab
}

/** The label on the parcel. It travels in public: no name of a patient. */
export function ShippingLabel({ request, parcel = [request], lab }: Props) {
  const { patient, printing_request: print } = request
  const [first, ...rest] = print?.location ? parcelLines(print.location, request.organization_name) : []
  return (
    <div ref={useFitted()} className={styles.sheet} translate="no">
      <div className={styles.top} data-fits>
        <div className={styles.sender}>
          <address>
            <small>From</small>
            <strong>{labName}</strong>
            {lab?.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {lab?.phone_number && <span>{formatPhone(lab.phone_number)}</span>}
          </address>
          <span className={styles.method}>{print?.shipping_method_label}</span>
        </div>
        <address className={styles.address} data-dense={rest.length > 4 || undefined}>
          <small>Ship to</small>
          <strong data-fit={fitOf(first ?? '')}>{first}</strong>
          {rest.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {print?.location?.phone_number && <span>{formatPhone(print.location.phone_number)}</span>}
        </address>
      </div>
      <div className={styles.codes}>
        <div className={styles.beside}>
          <span className={styles.what} data-fits>
            {print?.ship_date && (
              <span>
                Ships <strong className={styles.day}>{formatDay(print.ship_date)}</strong>
              </span>
            )}
            {print?.expected_arrival_date && (
              <span>
                Arrives <strong className={styles.day}>{formatDay(print.expected_arrival_date)}</strong>
              </span>
            )}
            {parcel.length > 1 ? (
              <span>
                {parcel.length} cases
                {parcel.length <= mostNamed && `: ${parcel.map((one) => one.patient.case_code).join(', ')}`}
              </span>
            ) : (
              <span>Request {request.id}</span>
            )}
          </span>
          <CodeImage text={patient.case_code} kind="qr" />
        </div>
        <CaseCode code={patient.case_code} />
      </div>
    </div>
  )
}
