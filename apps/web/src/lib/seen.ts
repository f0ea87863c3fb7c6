import { useState } from 'react'
import { ApiError } from './api.ts'

/** Another person was faster, or the record has changed. */
export const isConflict = (error: Error): boolean => error instanceof ApiError && error.status === 409

/**
 * What a decision names: what the person saw when the question was asked, not what has arrived behind it since. After a
 * refusal that states what changed, it is what is shown now.
 */
export function useSeen(present: string): { seen: string; refused: (error: Error) => void } {
  const [asked, setAsked] = useState<string | undefined>(present)
  return { seen: asked ?? present, refused: (error) => isConflict(error) && setAsked(undefined) }
}
