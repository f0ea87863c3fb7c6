/** A part that loads when a person reaches for it, and is there at once from then on. */
export interface LatePart<T> {
  /** The part, once it has loaded. */
  now: T | undefined
  load: () => Promise<T>
  /** Loads it ahead; if that fails, `load` will say so. */
  preload: () => void
}

/** A late part of the module that `fetch` imports. */
export function latePart<T>(fetch: () => Promise<T>): LatePart<T> {
  const part: LatePart<T> = {
    now: undefined,
    load: async () => (part.now ??= await fetch()),
    preload: () => void part.load().catch(() => {}),
  }
  return part
}
