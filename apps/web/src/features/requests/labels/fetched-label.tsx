import { customerRequests } from '@archwire/contract/client/customer-requests'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { toast } from '../../../lib/toast.ts'

const LabelDialog = lazy(() => import('./label-dialog.tsx'))

export interface LabelOf {
  requestId: number
  onClose: () => void
}

/** Fetches a request, and shows its patient label. */
export default function FetchedLabel({ requestId, onClose }: LabelOf) {
  const { data, error } = useQuery(query(customerRequests.get, { params: { id: requestId } }))
  const failed = useEffectEvent(() => {
    toast.error(messageOf(error), 'patient-label')
    onClose()
  })
  useEffect(() => {
    if (error && !data) failed()
  }, [error, data])
  if (!data) return null
  return (
    <Suspense>
      <LabelDialog request={data.customer_request} kind="patient" onClose={onClose} />
    </Suspense>
  )
}
