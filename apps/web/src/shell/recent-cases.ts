import { patients } from '@archwire/contract/client/patients'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { query } from '../lib/query.ts'

export interface RecentCase {
  id: number
  formatted_name: string
  case_number_text: string
  case_code: string
}

const most = 5
/** Only in this page's memory: no patient data is kept in the browser's storage. */
let recent: RecentCase[] = []

/** The cases that were open in this tab, newest first, without the currently open one. */
export const recentCases = (openId: number | undefined): RecentCase[] => recent.filter(({ id }) => id !== openId)

export const forgetRecentCases = (): void => void (recent = [])

const screens: readonly string[] = ['/patient-details/$id', '/patient-workflow/$id']

/** The case whose page is open. */
export function openCase(router: AnyRouter): number | undefined {
  const match = router.state.matches.find(({ fullPath }) => screens.includes(fullPath))
  return match && Number((match.params as { id?: number }).id)
}

function note(router: AnyRouter, client: QueryClient): void {
  const id = openCase(router)
  if (id === undefined) return
  const patient = client.getQueryData(query(patients.get, { params: { id } }).queryKey)?.patient
  if (!patient) return
  const { formatted_name, case_number_text, case_code } = patient
  recent = [{ id, formatted_name, case_number_text, case_code }, ...recentCases(id)].slice(0, most + 1)
}

/** Remembers every case whose page was opened. */
export function useNoteRecentCases(): void {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    note(router, client)
    return router.subscribe('onResolved', () => note(router, client))
  }, [router, client])
}
