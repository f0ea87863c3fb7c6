import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assigneeName } from '../case/assignees.ts'
import { formatDay } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { DueDate } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { mayBeLate } from './may-be-late.ts'
import { parcelLines } from './places.ts'
import styles from './requests.module.css'
import { Tracking } from './tracking.tsx'

/** Who prints, and where, how and by when it ships. */
export function ShippingDetails({ request }: { request: CustomerRequest }) {
  const { today } = useLabClock()
  const { me } = useSession()
  const print = request.printing_request
  if (!print) return null
  const { delivery_date_from: from, delivery_date_to: to, location } = print
  return (
    <DescriptionList
      columns
      items={[
        ['Who prints', assigneeName(print.assign_to, request.third_party_partner)],
        [
          'Ship to',
          location && (
            <address key="to" className={styles.address}>
              <strong>{location.location_name}</strong>
              {parcelLines(location, location.location_name)
                .slice(1)
                .map((line) => (
                  <span key={line}>{line}</span>
                ))}
            </address>
          ),
        ],
        ['Shipping method', print.shipping_method_label],
        ['Expected arrival', print.expected_arrival_date && formatDay(print.expected_arrival_date, true)],
        ['Delivery window', from && to && (from === to ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`)],
        [
          'Ship date',
          print.ship_date && (
            <DueDate
              key="ship"
              day={print.ship_date}
              today={today}
              done={request.status.key !== 'pending'}
              quiet={!mayBeLate(request, roleOf(me))}
            />
          ),
        ],
        ['Courier', print.courier?.name],
        [
          'Tracking',
          print.tracking_number && <Tracking key="tracking" number={print.tracking_number} courier={print.courier} />,
        ],
      ]}
    />
  )
}
