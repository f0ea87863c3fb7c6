import { FileGone, isThere } from '../../lib/upload/file-gone.ts'
import { sendingProblem } from '../../lib/upload/send-file.ts'
import type { Upload } from './upload.ts'

/** Nobody answered, a proxy answered for who should, or nobody was signed in any more: what was refused so may arrive later. */
const cuts = new Set([0, 401, 502, 503, 504])

/** How an upload ends by this error; `cut`: it goes on by itself. */
export function failedBy(error: unknown): Pick<Upload, 'state' | 'problem' | 'cut'> {
  const { status } = error as { status?: number }
  const problem = status === 0 ? 'Connection lost. The upload will resume by itself.' : sendingProblem(error)
  return { state: 'failed', problem, cut: status !== undefined && cuts.has(status) }
}

/** The same of a file that may not be there any more: it cannot be sent again, and what was found in it says nothing. */
export async function failedWith(error: unknown, file: File): Promise<Partial<Upload> & { isGone: boolean }> {
  return (await isThere(file))
    ? { ...failedBy(error), isGone: false }
    : { ...failedBy(new FileGone(file.name)), check: null, isGone: true }
}

/** How often a file goes on by itself although none of its bytes arrive: for several minutes. */
export const mostRepeats = 20

/** It has gone on by itself for long, and got nowhere. */
export const triedForLong = {
  cut: false,
  problem: 'The upload was tried many times and did not arrive. Try again.',
} satisfies Partial<Upload>
