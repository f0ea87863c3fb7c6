import { Link } from '@tanstack/react-router'
import { Note } from '../../../ui/states.tsx'
import { caseName, leftOutOf, readyOf, type Parcel } from './parcel.ts'
import styles from './shipments.module.css'

/** The prints that a parcel is completed without, each with its reason; nothing where none is ready (`requests/bundles`). */
export function LeftOut({ parcel }: { parcel: Pick<Parcel, 'requests'> }) {
  const leftOut = leftOutOf(parcel)
  if (leftOut.length === 0 || readyOf(parcel).length === 0) return null
  return (
    <Note tone="warning">
      <span>Left out of this shipment:</span>
      <ul className={styles.leftOut}>
        {leftOut.map((request) => (
          <li key={request.id}>
            <Link to="/requests/$id" params={{ id: request.id }} translate="no">
              {caseName(request)}
            </Link>
            : {request.why_not.complete}
            {request.printing_request.packed_at !== undefined && ' It is packed: take it out.'}
          </li>
        ))}
      </ul>
    </Note>
  )
}
