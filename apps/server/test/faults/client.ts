import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Portal } from './portal.ts'

interface Options {
  body?: object
  bytes?: Uint8Array
}

/** A person's browser that does not give up: what got no answer is sent again as it was, with the same key. */
export interface Client {
  call(method: string, path: string, options?: Options): Promise<{ status: number; body: Record<string, unknown> }>
  /** Calls that had to be sent more than once. */
  interrupted(): number
}

export function clientOf(portal: Portal, token: string): Client {
  let interrupted = 0
  return {
    interrupted: () => interrupted,
    async call(method, path, options = {}) {
      const key = `fault-${randomBytes(8).toString('hex')}`
      for (let attempt = 0; attempt < 400; attempt += 1) {
        if (attempt === 1) interrupted += 1
        try {
          const answer = await fetch(portal.base + path, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': options.bytes ? 'application/octet-stream' : 'application/json',
              ...(method === 'POST' ? { 'idempotency-key': key } : {}),
            },
            ...(method === 'GET'
              ? {}
              : { body: options.bytes ? Buffer.from(options.bytes) : JSON.stringify(options.body ?? {}) }),
            signal: AbortSignal.timeout(10_000),
          })
          if (answer.status < 500)
            return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
        } catch {
          // No answer: no one knows whether it happened. The same key says it is the same request.
        }
        await sleep(100)
      }
      throw new Error(`${method} ${path} was never answered`)
    },
  }
}

/** Rows of a query that waits for a database which is coming up again. */
export async function rowsOf<T>(portal: Portal, query: RawBuilder<T>): Promise<T[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await query.execute(portal.connection.db)).rows
    } catch (error) {
      if (attempt > 100) throw error
      await sleep(100)
    }
  }
}
