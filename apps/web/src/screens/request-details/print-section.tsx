import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import {
  AssignPrint,
  EditItems,
  EditShipping,
  PrintItems,
  requestOffer,
  ShippingDetails,
} from '../../features/requests/index.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './request-details.module.css'

/** What is printed and where it ships, with the dialog that changes the shipping. */
export function PrintSection({ request, print }: { request: CustomerRequest; print: PrintingRequest }) {
  const [editing, setEditing] = useState<'shipping' | 'items' | null>(null)
  const shipping = requestOffer(request, 'edit_shipping')
  const items = requestOffer(request, 'edit_items') ?? requestOffer(request, 'delete_items')
  const close = () => setEditing(null)
  return (
    <Section
      title="Print Request"
      actions={
        <div className={styles.actions}>
          <AssignPrint request={request} print={print} />
          {items && (
            <ActionButton variant="default" size="compact-md" why={items.why} onClick={() => setEditing('items')}>
              Edit items
            </ActionButton>
          )}
          {shipping && (
            <ActionButton variant="default" size="compact-md" why={shipping.why} onClick={() => setEditing('shipping')}>
              Edit shipping
            </ActionButton>
          )}
        </div>
      }
    >
      <div className={styles.print}>
        <PrintItems print={print} />
        <ShippingDetails request={request} />
      </div>
      {editing === 'shipping' && <EditShipping print={print} onClose={close} />}
      {editing === 'items' && <EditItems request={request} print={print} onClose={close} />}
    </Section>
  )
}
