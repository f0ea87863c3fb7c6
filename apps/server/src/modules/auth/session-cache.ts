import type { SessionRow } from './sessions.ts'

const keepMs = 2_000
const mostKept = 10_000

/** The person behind a token: read from the database for every write, and at most two seconds old for reads. */
export interface KeptSessions {
  forReading(token: string): Promise<SessionRow | undefined>
  forWriting(token: string): Promise<SessionRow | undefined>
}

/**
 * Caches recent sessions in this process, because a page sends several requests at once. A session that was ended, or a
 * right that was revoked elsewhere, may thus be served for two more seconds; `people/at-once` allows five. A write
 * always reads the database, and the next read sees what it changed about its own person.
 * @param read finds the session of a token in the database
 * @param alive whether a cached session has not expired in the meantime
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
    // The oldest entries come first.
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
