import { customerRequests } from '@archwire/contract/client/customer-requests'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { query, useCall } from '../../../lib/query.ts'
import { toast } from '../../../lib/toast.ts'
import { ActionButton } from '../../../ui/action-button.tsx'

const LabelJob = lazy(() => import('./label-job.tsx'))

export interface LabelsOf {
  requestIds: readonly number[]
  onClose: () => void
}

/** Fetches requests, and shows the patient label of each, to be printed as one job and marked as printed. */
export default function FetchedLabels({ requestIds, onClose }: LabelsOf) {
  const answers = useQueries({
    queries: requestIds.map((id) => query(customerRequests.get, { params: { id } })),
  })
  const mark = useCall(customerRequests.patientLabelsPrinted, { announce: 'aloud' })
  const error = answers.find((answer) => answer.error && !answer.data)?.error
  const failed = useEffectEvent(() => {
    toast.error(messageOf(error), 'patient-label')
    onClose()
  })
  useEffect(() => {
    if (error) failed()
  }, [error])
  const requests = answers.flatMap(({ data }) => (data ? [data.customer_request] : []))
  if (requests.length < answers.length) return null
  const unmarked = requests.filter(
    ({ can, printing_request: print }) => print && !print.patient_label_printed && can.mark_patient_label,
  )
  return (
    <Suspense>
      <LabelJob
        title="Patient labels"
        sheets={requests.map((request) => ({ kind: 'patient', request }))}
        onClose={onClose}
        actions={
          unmarked.length > 0 && (
            <ActionButton
              variant="default"
              why={undefined}
              command="Mark the patient labels as printed"
              loading={mark.isPending}
              onClick={() => mark.mutate({ body: { ids: unmarked.map(({ id }) => id) } })}
            >
              {unmarked.length === requests.length
                ? 'Mark as Printed'
                : `Mark ${unmarked.length} of ${requests.length} as Printed`}
            </ActionButton>
          )
        }
      />
    </Suspense>
  )
}
