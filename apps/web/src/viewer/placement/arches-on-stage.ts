import { boundingBox, guessUnit, MILLIMETERS, type Vector3 } from '@archwire/mesh'
import type { Arch, SceneViewer } from '../scene-viewer.ts'

/** A point that was pressed on a scan, in the coordinates of its file. */
export type Pressed = { file: number; point: readonly [number, number, number] }

/** Where a point of a scan stands on the stage, also while the mouth is laid open; null when its scan has gone. */
export function whereStands(viewer: SceneViewer, { file, point }: Pressed): Vector3 | null {
  const model = viewer.modelOf(file)
  return model && ([...model.onStage(new Float32Array(point))] as Vector3)
}

/** The scans on the stage that belong to its scene: while another one loads, those of the one before still stand there. */
export const archesOfScene = ({ arches, scene }: SceneViewer): Arch[] =>
  arches.filter(({ file }) => scene?.files.includes(file))

/** The newest scan of a jaw; undefined when none has arrived. */
export const newestOf = (arches: readonly Arch[], jaw: 1 | 2 | 3): Arch | undefined =>
  arches.filter(({ file }) => file.jaws_id === jaw).toSorted((a, b) => b.file.id - a.file.id)[0]

/** The picture of a scan has at most so many facets; one with less than a quarter of what it could have is a first picture. */
const MOST_SHOWN = 1_500_000
export const isCoarse = ({ file, surface }: Arch): boolean =>
  surface.indices.length / 3 < Math.min(file.triangles, MOST_SHOWN) / 4

/** Millimeters of the stage's unit, which is that of the files. */
export function unitOf(arches: readonly Arch[]): number {
  const longest = Math.max(0, ...arches.map(({ surface }) => Math.max(...boundingBox(surface.positions).size)))
  return MILLIMETERS[guessUnit(longest) ?? 'mm']
}

/** The middle of the box around scans where they stand, also while the mouth is laid open. */
export function middleOf(arches: readonly Arch[]): Vector3 {
  const boxes = arches.map(({ model, surface }) => boundingBox(model.onStage(surface.positions)))
  return [0, 1, 2].map((axis) => {
    const low = Math.min(...boxes.map(({ min }) => min[axis]!))
    return (low + Math.max(...boxes.map(({ max }) => max[axis]!))) / 2
  }) as Vector3
}
