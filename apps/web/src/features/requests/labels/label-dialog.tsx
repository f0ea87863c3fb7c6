import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import LabelJob from './label-job.tsx'
import type { LabelKind } from './label-sheet.tsx'
import { MarkAsPrinted } from './mark-as-printed.tsx'

interface Props {
  request: CustomerRequest
  kind: LabelKind
  onClose: () => void
}

/** One label of a request, to be printed and marked as printed. */
export default function LabelDialog({ request, kind, onClose }: Props) {
  return (
    <LabelJob
      title={kind === 'patient' ? 'Patient label' : 'Shipping label'}
      sheets={[{ kind, request }]}
      actions={<MarkAsPrinted request={request} kind={kind} />}
      onClose={onClose}
    />
  )
}
