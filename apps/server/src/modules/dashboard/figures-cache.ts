import type { Figures } from './queries.ts'

const keptFor = 60_000
/** More ranges than a lab's people look at in a minute; the oldest goes first. */
const most = 200

/**
 * Figures that were computed within the last minute, by whose they are and which days (`organizations/old`: `live_data=0`
 * may be 60 s old). Who asks while they are being computed waits for the same answer. In memory of one server: none needs
 * another's.
 */
export function figuresCache(clock: () => number = () => performance.now()) {
  const kept = new Map<string, { at: number; figures: Promise<Figures> }>()
  return {
    /** The kept figures; `live` ones are computed now in any case, and kept for the others. */
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
