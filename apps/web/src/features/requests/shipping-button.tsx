import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { EditShipping } from './edit-shipping.tsx'
import { shipsTo } from './places.ts'
import { requestOffer } from './request-offer.ts'
import styles from './requests.module.css'

/** Opens the dialog that changes where, how and when a print ships (`requests/edit`). */
export function ShippingButton({ request, print }: { request: CustomerRequest; print: PrintingRequest }) {
  const [opened, setOpened] = useState(false)
  const offered = requestOffer(request, 'edit_shipping')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton variant="default" size="compact-md" why={offered?.why} onClick={() => setOpened(true)}>
        Edit shipping
      </ActionButton>
      {opened && <EditShipping print={print} onClose={() => setOpened(false)} />}
    </>
  )
}

/** Where and when the open print of a case ships, as its page shows it. */
export function OpenShipping({ requestId }: { requestId: number }) {
  const { data } = useQuery(query(customerRequests.get, { params: { id: requestId } }))
  const request = data?.customer_request
  const print = request?.printing_request
  const words = print && shipsTo(print)
  if (!request || !print || !words) return null
  return (
    <div className={styles.ships}>
      <span>{words}</span>
      <ShippingButton request={request} print={print} />
    </div>
  )
}
