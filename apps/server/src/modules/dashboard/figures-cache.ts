const keptFor = 60_000
/** More ranges than a lab's people view in a minute; the oldest is dropped first. */
const most = 200

/**
 * Figures computed within the last minute, by scope and days (`organizations/old`: `live_data=0` may be 60 s old).
 * Requests that arrive during the computation wait for its result. In the memory of one server: none needs another's.
 */
export function figuresCache<Figures>(clock: () => number = () => performance.now()) {
  const kept = new Map<string, { at: number; figures: Promise<Figures> }>()
  return {
    /** The cached figures; `live` ones are always computed now, and cached for others. */
    async get(key: string, live: boolean, compute: () => Promise<Figures>): Promise<Figures> {
      const known = kept.get(key)
      if (!live && known && clock() - known.at < keptFor) return known.figures
      const entry = { at: clock(), figures: compute() }
      kept.delete(key)
      kept.set(key, entry)
      if (kept.size > most) kept.delete(kept.keys().next().value!)
      entry.figures.catch(() => void (kept.get(key) === entry && kept.delete(key)))
      return entry.figures
    },
  }
}
