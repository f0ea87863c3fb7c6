import type { Surface } from '@archwire/mesh'
import { workerAsker } from '../../lib/ask-worker.ts'
import type { Place, Placement } from './place-scans.ts'
import type { PlacementQuestion } from './place-scans.worker.ts'

/** A scan of the stage: the surface is the same object as long as it is the same scan in the same detail. */
export type PlacedScan = { jaws_id: 1 | 2 | 3; surface: Surface; place: Place | null }

const ask = workerAsker<PlacementQuestion, Placement>(
  () => new Worker(new URL('./place-scans.worker.ts', import.meta.url), { type: 'module' }),
  'The position of the arches could not be checked.',
)
/** Surfaces the worker has, by the name they were sent under. */
let sent = new Map<Surface, string>()
let names = 0

/**
 * Where the scans of a scene stand. Should the worker fail, they stand as their files lie, which is said to be unsure:
 * a model that can be turned by hand is better than none.
 */
export async function askPlacement(scans: readonly PlacedScan[], asBite: boolean): Promise<Placement> {
  const before = sent
  sent = new Map(scans.map(({ surface }) => [surface, before.get(surface) ?? String(++names)]))
  try {
    return await ask({
      asBite,
      scans: scans.map(({ jaws_id, surface, place }) => ({
        name: sent.get(surface)!,
        jaws_id,
        place,
        surface: before.has(surface) ? null : { positions: surface.positions, indices: surface.indices },
      })),
    })
  } catch {
    sent = new Map()
    return asFilesLie(scans)
  }
}

const asFilesLie = (scans: readonly PlacedScan[]): Placement => ({
  places: scans.map(
    ({ place }) =>
      place ?? {
        rotation: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        offset: [0, 0, 0],
      },
  ),
  bite: [1, 2].every((jaw) => scans.some(({ jaws_id }) => jaws_id === jaw)) ? 'unsure' : null,
  doubts: scans.map(() => ['lies_by_guess']),
})

/** Starts the worker before there is something to ask. */
export const preparePlacing = (): void => ask.start()
