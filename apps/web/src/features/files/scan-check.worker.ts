import { type CheckedAs, checkScan, guessJaw, type Jaw, locateFaults, type ScanReport } from '@archwire/mesh'
import type { LookedAt } from '../../viewer/parent-messages.ts'
import { answerQuestions } from '../../lib/ask-worker.ts'

/** `report`: the results of the check. `look`: the surface with its spots, for display. */
export type ScanQuestion = { file: File; as: CheckedAs; want: 'report' | 'look' }
export type ScanAnswer = { report: ScanReport; jaw: Jaw | null; look: LookedAt | null }

/** Reads whole scans off the page's thread: the same check as on the lab's server (packages/mesh). */
answerQuestions(
  async ({ file, as, want }: ScanQuestion): Promise<ScanAnswer> => {
    const { report, mesh } = checkScan(new Uint8Array(await file.arrayBuffer()), as)
    if (want === 'report' || !mesh) return { report, jaw: mesh && guessJaw(mesh), look: null }
    const { positions, indices } = mesh
    return {
      report,
      jaw: null,
      look: { name: file.name, positions, indices, ...locateFaults(mesh) },
    }
  },
  ({ look }) =>
    look
      ? [look.positions, look.indices, look.nonManifold, look.loose, ...look.holes].map(
          ({ buffer }) => buffer as ArrayBuffer,
        )
      : [],
)
