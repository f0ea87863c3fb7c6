import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import {
  AssignPrint,
  EditItems,
  PrintItems,
  requestOffer,
  ShippingButton,
  ShippingDetails,
} from '../../features/requests/index.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './request-details.module.css'

/** What is printed and where it ships, with the dialogs that change it. */
export function PrintSection({ request, print }: { request: CustomerRequest; print: PrintingRequest }) {
  const [editing, setEditing] = useState(false)
  const items = requestOffer(request, 'edit_items') ?? requestOffer(request, 'delete_items')
  return (
    <Section
      title="Print Request"
      actions={
        <div className={styles.actions}>
          <AssignPrint request={request} print={print} />
          {items && (
            <ActionButton variant="default" size="compact-md" why={items.why} onClick={() => setEditing(true)}>
              Edit items
            </ActionButton>
          )}
          <ShippingButton request={request} print={print} />
        </div>
      }
    >
      <div className={styles.print}>
        <PrintItems print={print} />
        <ShippingDetails request={request} />
      </div>
      {editing && <EditItems request={request} print={print} onClose={() => setEditing(false)} />}
    </Section>
  )
}
