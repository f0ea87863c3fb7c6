import type { StreamNotice } from './hub.ts'

/** Beyond this many, the oldest are dropped: a flood must not fill the memory. */
const mostKept = 2_000

/** What was announced lately, for pages that asked for their lists a moment before their stream opened. */
export interface RecentNotices {
  add(notices: readonly StreamNotice[]): void
  /** Whatever was announced until now may be incomplete. */
  restart(): void
  /** Everything announced in the last `ms` milliseconds, oldest first; undefined where some of it is unknown. */
  ofLast(ms: number): StreamNotice[] | undefined
}

/**
 * @param keptMs how far back it remembers, in milliseconds
 * @param now milliseconds of a clock that never jumps
 */
export function rememberNotices(keptMs: number, now: () => number = () => performance.now()): RecentNotices {
  let kept: { at: number; notice: StreamNotice }[] = []
  let completeSince = now()
  return {
    add(notices) {
      const at = now()
      kept = [...kept.filter((entry) => entry.at > at - keptMs), ...notices.map((notice) => ({ at, notice }))]
      const dropped = kept.splice(0, Math.max(0, kept.length - mostKept))
      completeSince = dropped.at(-1)?.at ?? completeSince
    },
    restart() {
      kept = []
      completeSince = now()
    },
    ofLast(ms) {
      const from = now() - ms
      if (completeSince > from || ms > keptMs) return undefined
      return kept.filter(({ at }) => at > from).map(({ notice }) => notice)
    },
  }
}
