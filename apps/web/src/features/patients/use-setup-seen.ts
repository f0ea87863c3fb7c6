import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'

/**
 * What a scene calls when it is in sight: notes that the setup to be approved was shown (`cases/looks-first`). Undefined
 * where there is nothing to note.
 */
export function useSetupSeen(patient: Patient | undefined, viewerId: string | undefined): (() => void) | undefined {
  const client = useQueryClient()
  const { id, seen } = patient ?? {}
  const counts = patient?.can.approve === true && !patient.setup_shown && viewerId === patient.setup_viewer_id
  return useMemo(() => {
    if (!counts || id === undefined || seen === undefined) return undefined
    return () =>
      // Replaced meanwhile: the page shows the new one, and notes that.
      void call(patients.setupShown, { params: { id }, body: { seen } }).then(
        () => refreshShown(client, changesOf(patients.setupShown)),
        () => undefined,
      )
  }, [client, counts, id, seen])
}
