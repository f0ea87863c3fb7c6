import { patients } from '@archwire/contract/client/patients'
import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'

/** The loader of a page about one case. */
export const loadCase = ({ context, params }: { context: { queryClient: QueryClient }; params: { id: number } }) =>
  context.queryClient.ensureQueryData(query(patients.get, { params }))
