import { pins } from '@archwire/contract/client/pins'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'

/** The comments on the scans of a case; empty while loading, with a retry when that fails. */
export function useCasePins(patientId: number): { pins: Pin[]; error: Error | null; again: () => void } {
  const { data, error, refetch } = useQuery(query(pins.list, { params: { id: patientId } }))
  return { pins: data?.pins ?? [], error: data ? null : error, again: () => void refetch() }
}
