import type { Jaw } from '@archwire/contract/measurements/kinds.ts'
import { jawOf, type SceneFile } from './scene.ts'

/**
 * Which scans are visible: those that the person has not switched off, within the one jaw of an occlusal view. A new
 * scene keeps both.
 */
export class ArchVisibility {
  /** The one jaw that an occlusal view shows. */
  only: Jaw | null = null
  private readonly hidden = new Set<number>()
  private readonly hiddenJaws = new Set<SceneFile['jaws_id']>()

  /** Of several scans of one jaw only the newest is shown at first: they would overlap. */
  begin(files: readonly SceneFile[]): void {
    this.hidden.clear()
    for (const file of files) {
      const newer = files.some((other) => other.jaws_id === file.jaws_id && other.id > file.id)
      if (newer || this.hiddenJaws.has(file.jaws_id)) this.hidden.add(file.id)
    }
  }

  sees(file: SceneFile): boolean {
    const jaw = jawOf[file.jaws_id]
    return !this.hidden.has(file.id) && (this.only === null || jaw === null || jaw === this.only)
  }

  /** Shows or hides one of a scene's files. Showing a hidden one ends the view of one jaw alone. */
  set(file: SceneFile, visible: boolean, files: readonly SceneFile[]): void {
    if (visible) this.only = null
    if (visible) this.hidden.delete(file.id)
    else this.hidden.add(file.id)
    const all = files.filter((other) => other.jaws_id === file.jaws_id)
    if (all.every((other) => this.hidden.has(other.id))) this.hiddenJaws.add(file.jaws_id)
    else this.hiddenJaws.delete(file.jaws_id)
  }
}

/** What is visible, as text: "upper and lower arch". */
export function jawsInWords(files: readonly SceneFile[]): string {
  const has = (jaw: SceneFile['jaws_id']) => files.some(({ jaws_id }) => jaws_id === jaw)
  if (has(3) || (has(1) && has(2))) return 'upper and lower arch'
  if (has(1)) return 'upper arch'
  return has(2) ? 'lower arch' : 'nothing visible'
}
