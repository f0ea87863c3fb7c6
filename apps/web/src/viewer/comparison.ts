import type { Scene } from './scene.ts'

/** One scan of a scene that is compared with one other scan (`corrections/corrected`). */
export interface Comparison {
  /** The scan that is shown alone. */
  file: number
  /** What it is compared with first; null: the newest of the same arch. */
  with: number | null
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** The comparison that an address asks for: `?tool=compare&file=12&with=7`; null without one. */
export function comparisonOf(search: string): Comparison | null {
  const asked = new URLSearchParams(search)
  const file = idIn(asked.get('file'))
  return file === null ? null : { file, with: idIn(asked.get('with')) }
}

/** The scene with that scan alone: other corrections of the case are not part of it. Whole, where it has no such scan. */
export function partOf(scene: Scene, comparison: Comparison | null): Scene {
  const files = scene.files.filter(({ id }) => id === comparison?.file)
  return files.length > 0 ? { ...scene, files } : scene
}
