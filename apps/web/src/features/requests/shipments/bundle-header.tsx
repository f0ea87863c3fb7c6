import { customerRequests } from '@archwire/contract/client/customer-requests'
import { counted } from '@archwire/contract/core/counted.ts'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { useLabClock } from '../../../lib/lab-clock.ts'
import { query } from '../../../lib/query.ts'
import { DueDate, StatusBadge } from '../../../ui/badges.tsx'
import { CompleteParcel } from './complete-parcel.tsx'
import { countOf, isDone, parcelsOf, statusOf, type Parcel } from './parcel.ts'
import { ParcelLabels } from './parcel-labels.tsx'
import { nameOfParcel } from './scan-verdict.ts'
import styles from './shipments.module.css'

const PackingList = lazy(() => import('./packing-list.tsx'))

/** Above the cases of a bundle in the lab's list: where it ships, how far it is, its labels, Complete (`requests/bundles`). */
export default function BundleHeader({ requestId }: { requestId: number }) {
  const { data, error } = useQuery(query(customerRequests.bundledShipment, { params: { id: requestId } }))
  const [parcel] = parcelsOf(data?.customer_requests ?? [])
  if (!parcel) return <div className={styles.header}>{error ? messageOf(error) : 'Loading the shipment…'}</div>
  return (
    <section className={styles.header} aria-label={`Shipment to ${nameOfParcel(parcel)}`}>
      <ParcelFacts parcel={parcel} />
      <div className={styles.actions}>
        <ParcelActions parcel={parcel} />
        {!isDone(parcel) && <CompleteParcel parcel={parcel} />}
      </div>
    </section>
  )
}

/** Labels and packing list of a parcel. */
export function ParcelActions({ parcel }: { parcel: Parcel }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ParcelLabels parcel={parcel} />
      <Button variant="default" leftSection={<IconListCheck size={16} stroke={1.7} />} onClick={() => setOpened(true)}>
        Packing list…
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <PackingList parcel={parcel} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Where, how and when a parcel ships, and how many of its prints are completed. */
export function ParcelFacts({ parcel, heading }: { parcel: Parcel; heading?: boolean }) {
  const { today } = useLabClock()
  const print = parcel.requests[0]!.printing_request
  const completed = countOf(parcel, ({ completed_at }) => completed_at !== null)
  const Name = heading ? 'h2' : 'strong'
  return (
    <div className={styles.facts}>
      <Name translate="no">{nameOfParcel(parcel)}</Name>
      <span className={styles.line}>
        <StatusBadge status={statusOf(parcel)} />
        <span>
          {[
            counted(parcel.requests.length, 'print'),
            completed > 0 && completed < parcel.requests.length && `${completed} completed`,
            print.shipping_method_label,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <DueDate day={print.ship_date} today={today} done={isDone(parcel)} />
      </span>
    </div>
  )
}
