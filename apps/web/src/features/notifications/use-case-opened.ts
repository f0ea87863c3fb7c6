import { notifications } from '@archwire/contract/client/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCall } from '../../lib/query.ts'
import { newest } from './newest.ts'

/**
 * Opening a case settles my notices about it (`notices/settled`). Asked once for each page that is opened, and only where
 * the bell, which every page has, does not already show that none is unread. What arrives later stays unread.
 */
export function useCaseOpened(patientId: number): void {
  const { data } = useQuery({ ...newest, enabled: false })
  const { mutate } = useCall(notifications.caseOpened, { announce: false, onError: () => true })
  const settled = useRef<number>(undefined)
  useEffect(() => {
    if (!data || settled.current === patientId) return
    settled.current = patientId
    const unread = data.notifications.filter(({ read_at }) => read_at === null)
    const isListed = unread.some((notice) => notice.patient_id === patientId)
    if (isListed || unread.length < data.meta.unread) mutate({ params: { id: patientId } })
  }, [data, patientId, mutate])
}
