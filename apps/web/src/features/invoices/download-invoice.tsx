import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orders } from '@archwire/contract/client/orders'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { saveFile } from '../../lib/file-answer.ts'
import { toast } from '../../lib/toast.ts'
import { ActionButton } from '../../ui/action-button.tsx'

type FileType = 'csv' | 'pdf'

interface Props {
  order: Pick<Order, 'id' | 'invoice_id'>
}

/** The files of an invoice: CSV, and PDF once it has a number (`billing/files`); which one is on its way. */
function useFiles({ id, invoice_id }: Props['order']) {
  const [busy, setBusy] = useState<FileType>()
  const download = async (type: FileType) => {
    setBusy(type)
    try {
      saveFile(await call(orders.downloadInvoice, { params: { id }, query: { type } }))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (invoice_id === null ? (['csv'] as const) : (['csv', 'pdf'] as const)).map((type) => ({
    type,
    name: type.toUpperCase(),
    loading: busy === type,
    onClick: () => void download(type),
  }))
}

/** Downloads an invoice on its own page. */
export const DownloadInvoice = ({ order }: Props) =>
  useFiles(order).map(({ type, name, ...button }) => (
    <ActionButton key={type} variant="default" why={undefined} command={`Download the invoice as ${name}`} {...button}>
      {`Download ${name}`}
    </ActionButton>
  ))

/** Downloads an invoice of a list, where each row has such buttons. */
export const DownloadFiles = ({ order }: Props) =>
  useFiles(order).map(({ type, name, ...button }) => (
    <Button
      key={type}
      variant="subtle"
      size="compact-sm"
      aria-label={`Download ${invoiceTitle(order.invoice_id)} as ${name}`}
      {...button}
    >
      {name}
    </Button>
  ))
