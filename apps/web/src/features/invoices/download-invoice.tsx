import type { Order } from '@archwire/contract/billing/schema.ts'
import { orders } from '@archwire/contract/client/orders'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { saveFile } from '../../lib/file-answer.ts'
import { toast } from '../../lib/toast.ts'
import { ActionButton } from '../../ui/action-button.tsx'

type FileType = 'csv' | 'pdf'

/** Downloads an invoice as CSV, and as PDF once it has a number (`billing/files`). */
export function DownloadInvoice({ order }: { order: Pick<Order, 'id' | 'invoice_id'> }) {
  const [busy, setBusy] = useState<FileType>()
  const download = async (type: FileType) => {
    setBusy(type)
    try {
      saveFile(await call(orders.downloadInvoice, { params: { id: order.id }, query: { type } }))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  const button = (type: FileType) => (
    <ActionButton
      variant="default"
      why={undefined}
      loading={busy === type}
      command={`Download the invoice as ${type.toUpperCase()}`}
      onClick={() => void download(type)}
    >
      {`Download ${type.toUpperCase()}`}
    </ActionButton>
  )
  return (
    <>
      {button('csv')}
      {order.invoice_id !== null && button('pdf')}
    </>
  )
}
