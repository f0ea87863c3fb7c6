import { organizations } from '@archwire/contract/client/organizations'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/query.ts'

/** Who looks after the organizations of these rows, by the organization's id; asked only while it is shown. */
export function useManagers(
  rows: readonly PatientSummary[] | undefined,
  enabled: boolean,
): ReadonlyMap<number, string> {
  const ids = [...new Set(rows?.map((row) => row.organization_id))].toSorted((a, b) => a - b).join(',')
  const { data } = useQuery({
    ...query(organizations.list, { query: { ids, perPage: 200 } }),
    enabled: enabled && ids !== '',
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      new Map(
        data?.organizations.flatMap(({ id, customer_service_manager: manager }): [number, string][] =>
          manager ? [[id, manager.full_name]] : [],
        ),
      ),
    [data],
  )
}
