import { measurements } from '@archwire/contract/client/measurements'
import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'

/** The measurements on the scans of a case; empty while loading, with a retry when that fails. */
export function useCaseMeasurements(patientId: number): {
  measurements: Measurement[]
  error: Error | null
  again: () => void
} {
  const { data, error, refetch } = useQuery(query(measurements.list, { params: { id: patientId } }))
  return { measurements: data?.measurements ?? [], error: data ? null : error, again: () => void refetch() }
}
