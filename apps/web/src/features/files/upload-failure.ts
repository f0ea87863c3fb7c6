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
