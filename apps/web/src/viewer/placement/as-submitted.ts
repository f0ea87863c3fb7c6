import { messageOf } from '../../lib/api.ts'
import type { Bite } from '@archwire/contract/bites/routes.ts'
import { fetchScene, type Scene } from '../scene.ts'
import { boundingBox } from '@archwire/mesh'
import { movedPositions } from '@archwire/mesh/best-fit.ts'
import type { Arch } from '../scene-viewer.ts'
import { newestOf, unitOf } from './arches-on-stage.ts'
import type { Place } from './place-scans.ts'

/** Where the submitted scans of a case were put, by jaw. */
export type SubmittedBite = { places: ReadonlyMap<1 | 2 | 3, Place> }

/** Whether somebody placed the submitted scans of the case of a setup or correction, whose arches may stand as they do. */
export const isSubmissionPlaced = (scene: Scene | null, bites: readonly Bite[]): boolean => {
  const newest = bites.find(({ scan_kind }) => scan_kind === 'submission')
  return scene?.kind !== 'submission' && newest !== undefined && newest.method !== 'by_shape' && !newest.is_earlier
}

/** Asks where the submitted scans stand, or what keeps a setup from standing so, as a sentence. */
export async function submittedBite(scene: Scene): Promise<SubmittedBite | { trouble: string }> {
  const other = scene.others?.find(({ kind }) => kind === 'submission')
  let submission: Scene | undefined
  try {
    submission = other && (await fetchScene(other.viewer_id, new AbortController().signal))
  } catch (error) {
    return { trouble: messageOf(error) }
  }
  if (!submission?.bite) return { trouble: 'The submitted scans are no longer placed by hand.' }
  // In the order of their files: the newest of a jaw counts.
  const placed = submission.files
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ jaws_id, place }) => (place ? [[jaws_id, place] as const] : []))
  if (![1, 2].every((jaw) => placed.some(([jaws]) => jaws === jaw)))
    return { trouble: 'Only one arch of the submitted scans was placed. Bring the arches together here.' }
  return { places: new Map(placed) }
}

/** What is said where a setup was written in coordinates of its own. */
export const ELSEWHERE = 'The setup has a different position from the submitted scans. Bring its arches together here.'
/** Arches that bite overlap by this share of the smaller one, seen from above, and are no farther apart than this, mm. */
const OVERLAP = 0.6
const FARTHEST = 5

/** Whether upper and lower arch would stand over each other, as arches in a bite do. */
export function standTogether(arches: readonly Arch[], places: ReadonlyMap<number, Place>): boolean {
  const [upper, lower] = ([1, 2] as const).map((jaw) => {
    const arch = newestOf(arches, jaw)
    const place = arch && places.get(arch.file.id)
    return place && boundingBox(movedPositions(arch.surface.positions, place))
  })
  if (!upper || !lower) return false
  const reach = (axis: number) =>
    Math.min(upper.max[axis]!, lower.max[axis]!) - Math.max(upper.min[axis]!, lower.min[axis]!)
  const isOver = [0, 1].every((axis) => reach(axis) > OVERLAP * Math.min(upper.size[axis]!, lower.size[axis]!))
  return isOver && reach(2) * unitOf(arches) > -FARTHEST
}
