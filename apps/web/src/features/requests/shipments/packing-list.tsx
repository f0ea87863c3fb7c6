import { jaws, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { formatDay } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { parcelLines } from '../places.ts'
import { linesOf, madeItems } from '../items.ts'
import { suppliesOf } from '../supplies.ts'
import styles from './packing-list.module.css'
import type { Packed, Parcel } from './parcel.ts'

/** What is in a parcel, on paper: previewed, and printed from here (`requests/packing-list`). */
export default function PackingList({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  return (
    <Dialog
      opened
      title="Packing list"
      onClose={onClose}
      actions={
        <Button onClick={() => window.print()} data-autofocus>
          Print
        </Button>
      }
    >
      <div className={styles.preview}>
        <Sheet parcel={parcel} />
      </div>
      {createPortal(
        <div className={styles.paper} aria-hidden="true">
          <Sheet parcel={parcel} />
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function Sheet({ parcel: { requests } }: { parcel: Parcel }) {
  const [first] = requests
  const { printing_request: print, organization_name: practice } = first!
  const [name, ...rest] = print.location ? parcelLines(print.location, practice) : [practice]
  const numbers = new Set(requests.map((each) => each.printing_request.tracking_number).filter((text) => text !== null))
  return (
    <article className={styles.sheet} translate="no">
      <header className={styles.head}>
        <h3>Packing list</h3>
        <span>{labName}</span>
      </header>
      <div className={styles.about}>
        <address>
          <strong>{name}</strong>
          {rest.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <dl>
          {[
            ['Shipping method', print.shipping_method_label],
            ['Ship date', print.ship_date ? formatDay(print.ship_date, true) : '–'],
            ['Tracking number', [...numbers].join(', ') || '–'],
            ['Cases', String(requests.length)],
          ].map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Patient</th>
            <th scope="col">Case code</th>
            <th scope="col">Contents</th>
            <th scope="col">Supplies</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Line key={request.id} request={request} />
          ))}
        </tbody>
      </table>
    </article>
  )
}

/** A case of the parcel: what is printed in which arch, brackets, supplies. */
const Line = ({ request }: { request: Packed }) => (
  <tr>
    <td>{request.patient.full_name}</td>
    <td>{request.patient.case_code}</td>
    <td>
      {linesOf(madeItems(request.printing_request.printing_request_items)).map(
        ({ arch, contentType, insertBrackets }) => (
          <div key={`${arch} ${contentType} ${insertBrackets}`}>
            {contentType}, {labelOf(jaws, arch)}
            {insertBrackets && ', brackets inserted'}
          </div>
        ),
      )}
    </td>
    <td>{suppliesOf(request).join(', ') || '–'}</td>
  </tr>
)
