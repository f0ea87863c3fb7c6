/** How long the picture has to be still before anything is tested. */
const REST_MS = 120

/**
 * Which comments are behind the model. A ray through a whole scan takes as long as a picture or two: they are tested
 * one by one once the picture is still. Until then the last results apply.
 */
export class CoveredPins {
  private covered = new Set<number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly ask: (id: number) => boolean
  private readonly changed: () => void

  /**
   * @param ask whether the model covers a comment
   * @param changed called when the results differ from the last ones
   */
  constructor(ask: (id: number) => boolean, changed: () => void) {
    this.ask = ask
    this.changed = changed
  }

  has(id: number): boolean {
    return this.covered.has(id)
  }

  /** To be called after each picture, with the comments on it. */
  follow(ids: readonly number[]): void {
    clearTimeout(this.timer)
    if (ids.length > 0 || this.covered.size > 0) this.timer = setTimeout(() => this.next(ids, new Set()), REST_MS)
  }

  private next([id, ...rest]: readonly number[], found: Set<number>): void {
    if (id !== undefined) {
      if (this.ask(id)) found.add(id)
      this.timer = setTimeout(() => this.next(rest, found))
      return
    }
    if (found.size === this.covered.size && [...found].every((each) => this.covered.has(each))) return
    this.covered = found
    this.changed()
  }
}
