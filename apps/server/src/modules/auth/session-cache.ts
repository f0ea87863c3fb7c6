import type { SessionRow } from './sessions.ts'

const keepMs = 2_000
const mostKept = 10_000

/** Who is behind a token: read anew for every write, and for reads at most two seconds old. */
export interface KeptSessions {
  forReading(token: string): Promise<SessionRow | undefined>
  forWriting(token: string): Promise<SessionRow | undefined>
}

/**
 * Remembers in this process who asked just now, because a page asks for several things at once. A session that was ended,
 * or a right that was taken elsewhere, may thus be served for two seconds more; `people/at-once` allows five. A write
 * always asks the database, and what it changed about its own person is seen by the next read.
 * @param read finds the session of a token in the database
 * @param alive whether a remembered session has not run out meanwhile
 */
export function sessionCache(
  read: (token: string) => Promise<SessionRow | undefined>,
  alive: (session: SessionRow) => boolean,
): KeptSessions {
  const kept = new Map<string, { session: Promise<SessionRow | undefined>; until: number }>()

  function keep(token: string): Promise<SessionRow | undefined> {
    const session = read(token)
    kept.delete(token)
    kept.set(token, { session, until: performance.now() + keepMs })
    // The oldest stand first.
    for (const [oldest, { until }] of kept) {
      if (until > performance.now() && kept.size <= mostKept) break
      kept.delete(oldest)
    }
    const drop = () => void kept.delete(token)
    session.then((found) => found ?? drop(), drop)
    return session
  }

  return {
    async forReading(token) {
      const known = kept.get(token)
      const session = await (known && known.until > performance.now() ? known.session : keep(token))
      return session && alive(session) ? session : undefined
    },
    forWriting(token) {
      kept.delete(token)
      return read(token)
    },
  }
}
