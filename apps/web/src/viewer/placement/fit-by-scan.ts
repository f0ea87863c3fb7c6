import type { RigidMove } from '@archwire/mesh/best-fit.ts'
import { workerAsker } from '../../lib/ask-worker.ts'
import { fetchMesh, loadingProblem } from '../fetch-mesh.ts'
import { fetchScene } from '../scene.ts'
import { readScan } from '../scan-reading/read-scan.ts'
import type { Arch } from '../scene-viewer.ts'
import { unitOf } from './arches-on-stage.ts'
import type { BiteFitAnswer, BiteFitQuestion } from './bite-fit.worker.ts'

/** A scan of the bite, as a scene names it. */
export type BiteScan = { id: number; name: string }

const ask = workerAsker<BiteFitQuestion, BiteFitAnswer>(
  () => new Worker(new URL('./bite-fit.worker.ts', import.meta.url), { type: 'module' }),
  'The arches could not be fitted to the bite scan.',
)

const whole = { upper: 'the upper arch', lower: 'the lower arch', both: 'either arch' }

/**
 * How the lower arch bites on the upper one, by a scan of the bite: the move from the coordinates of its file into those of
 * the other, or why there is none, as a sentence.
 */
export async function fitByScan(
  viewerId: string,
  scan: BiteScan,
  upper: Arch,
  lower: Arch,
): Promise<{ pose: RigidMove; note: string } | { trouble: string }> {
  let bite: BiteFitQuestion['bite']
  try {
    // Asked for anew: links are good for five minutes, and a scene may stand open for hours.
    const { signal } = new AbortController()
    const link = (await fetchScene(viewerId, signal)).bite_scans?.find(({ id }) => id === scan.id)?.mesh_url
    if (!link) return { trouble: 'This bite scan was removed from the case.' }
    bite = await readScan(await fetchMesh(link, signal, () => undefined))
  } catch (error) {
    return { trouble: loadingProblem(error) }
  }
  try {
    const [above, below, scanned] = [upper.surface, lower.surface, bite].map(({ positions, indices }) => ({
      positions,
      indices,
    }))
    const answer = await ask({ bite: scanned!, upper: above!, lower: below!, millimeters: unitOf([upper, lower]) })
    if ('pose' in answer) {
      // Three standard deviations: what one may rely on.
      const [off, sway] = [answer.off.toFixed(2), (3 * answer.sway).toFixed(1)]
      return {
        pose: answer.pose,
        note: `Fitted. The bite scan is ${off} mm from both arches on average. Teeth that it does not show may be off by ${sway} mm.`,
      }
    }
    return {
      trouble: `The bite scan does not fit ${whole[answer.unsure]} closely enough. Nothing was moved. Bring the arches together by three points.`,
    }
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) }
  }
}
