import { patients } from '@archwire/contract/client/patients'
import type { InputOf } from '@archwire/contract/core/client-route.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatDayOf } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** What is known of the cases that have the name of a new one (`cases/similar`). */
export interface Similar {
  /** What the new case gets behind its name. */
  suffix: number
  /** When the latest of them was submitted; empty where that is not told. */
  at: string
}

/** What people read if it cannot be found out whether the name exists. */
export const similarNotFetched = 'Failed to fetch similar patient data'

/** Asks the server whether the practice has a case of this name; null if not. */
export async function findSimilar(query: InputOf<typeof patients.checkSimilar>['query']): Promise<Similar | null> {
  const { data } = await call(patients.checkSimilar, { query })
  return data.has_similar_patient ? { suffix: data.numeric_suffix ?? 1, at: data.created_at ?? '' } : null
}

interface Props {
  /** Null while nothing is asked. */
  similar: Similar | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a second case of one name is created. */
export const SimilarPatient = ({ similar, onClose, onConfirm }: Props) => (
  <ConfirmDialog
    opened={similar !== null}
    title="Same name"
    confirm="YES"
    cancel="NO"
    onClose={onClose}
    onConfirm={onConfirm}
  >
    {similar && similarText(similar)}
  </ConfirmDialog>
)

/**
 * Asks about the name of a new case before it is created.
 * @param create creates it
 * @param refused shows the server's messages at their fields; true when all are shown there
 */
export function useSimilarQuestion(create: () => void, refused: (error: unknown) => boolean) {
  const [similar, setSimilar] = useState<Similar | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = async (query: InputOf<typeof patients.checkSimilar>['query']) => {
    setBusy(true)
    try {
      const found = await findSimilar(query)
      if (found) setSimilar(found)
      else create()
    } catch (error) {
      if (!refused(error)) toast.error(similarNotFetched)
    } finally {
      setBusy(false)
    }
  }
  const question = (
    <SimilarPatient
      similar={similar}
      onClose={() => setSimilar(null)}
      onConfirm={() => {
        setSimilar(null)
        create()
      }}
    />
  )
  return { ask, busy, question }
}

/** The text of `cases/similar`; several such patients get the plural. */
const similarText = ({ suffix, at }: Similar): string =>
  `${suffix > 1 ? 'Patients with this exact name were' : 'A patient with this exact name was'} already submitted` +
  // Members do not see the date of a colleague's case.
  `${at ? ` on ${formatDayOf(at)}` : ''}. Click YES to proceed, but note a (${suffix}) will be placed in the name to ` +
  'differentiate this patient from the first.'
