import { customerRequests } from '@archwire/contract/client/customer-requests'
import { Button } from '@mantine/core'
import { IconCheck, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../../lib/query.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { LabelSheet } from '../labels/label-sheet.tsx'
import { LabelsDialog } from '../labels/labels-of.tsx'
import { openOf, readyOf, whyNotLabel, type Packed, type Parcel } from './parcel.ts'
import styles from './shipments.module.css'

type Kind = 'patient' | 'shipping'
/** What of a parcel is printed. */
interface Job {
  title: string
  kinds: readonly Kind[]
}

/** The labels of a parcel: what of them is printed, and the dialogs that print them as one job (`requests/labels`). */
export function ParcelLabels({ parcel }: { parcel: Parcel }) {
  const [job, setJob] = useState<Job | null>(null)
  return (
    <>
      <ul className={styles.labels}>
        <LabelMark parcel={parcel} kind="shipping" onPrint={setJob} />
        <LabelMark parcel={parcel} kind="patient" onPrint={setJob} />
      </ul>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.7} />}
        onClick={() => setJob({ title: 'Labels of the shipment', kinds: ['shipping', 'patient'] })}
      >
        Print labels…
      </Button>
      {job && (
        <LabelsDialog title={job.title} sheets={sheetsOf(job.kinds, requestsIn(parcel))} onClose={() => setJob(null)} />
      )}
    </>
  )
}

/** One shipping label for the parcel, a patient label for each print. */
const sheetsOf = (kinds: readonly Kind[], requests: readonly Packed[]): LabelSheet[] => [
  ...(kinds.includes('shipping') ? [{ kind: 'shipping' as const, request: requests[0]!, parcel: requests }] : []),
  ...(kinds.includes('patient') ? requests.map((request) => ({ kind: 'patient' as const, request })) : []),
]

/** What is left out has no label; labels of what has shipped are printed again only where nothing is open. */
const requestsIn = (parcel: Parcel): Packed[] =>
  [readyOf(parcel), openOf(parcel)].find((requests) => requests.length > 0) ?? parcel.requests

interface MarkProps {
  parcel: Parcel
  kind: Kind
  onPrint: (job: Job) => void
}

/** One kind of label: Mark as Printed becomes Printed, once all of that kind are. */
function LabelMark({ parcel, kind, onPrint }: MarkProps) {
  const patient = useCall(customerRequests.patientLabelsPrinted, { announce: 'aloud' })
  const shipping = useCall(customerRequests.shippingLabelsPrinted, { announce: 'aloud' })
  const mark = kind === 'patient' ? patient : shipping
  const requests = requestsIn(parcel)
  const missing = openOf({ requests }).filter(({ printing_request: print }) => !print[`${kind}_label_printed`])
  const what = kind === 'shipping' ? 'Shipping label' : requests.length === 1 ? 'Patient label' : 'Patient labels'
  const done = requests.length - missing.length
  return (
    <li>
      <button type="button" className={styles.label} onClick={() => onPrint({ title: what, kinds: [kind] })}>
        {what}
        {kind === 'patient' && requests.length > 1 && (
          <span className="numeric">
            {' '}
            {done} of {requests.length}
          </span>
        )}
      </button>
      {missing.length === 0 ? (
        <output className={styles.printed}>
          <IconCheck size={16} aria-hidden="true" /> Printed
        </output>
      ) : (
        <ActionButton
          variant="default"
          size="compact-sm"
          why={whyNotLabel(missing, kind)}
          command={`Mark the ${what.toLowerCase()} as printed`}
          loading={mark.isPending}
          onClick={() => mark.mutate({ body: { ids: missing.map(({ id }) => id) } })}
        >
          Mark as Printed
        </ActionButton>
      )}
    </li>
  )
}
