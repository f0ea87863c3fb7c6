import { randomUUID } from 'node:crypto'
import { signEvent } from '../stax/signature.ts'
import type { Ledger, LedgerEvent } from './ledger.ts'

/** Seconds before each try to deliver a report. After the last one it waits for the next start. */
const waits = [0, 1, 5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]

export interface Webhooks {
  /** Stores a report and starts to deliver it. */
  report(type: string, data: unknown): LedgerEvent
  /** A report as it is sent at this time: its raw body, and its headers. */
  sign(event: LedgerEvent, at?: Date): { body: string; headers: Record<string, string> }
  /** Where reports go; those that wait are delivered now. */
  setTarget(url: string | undefined): void
  close(): void
}

/** Delivers reports to the portal, each until it is taken (an answer from 200 to 299). */
export function openWebhooks(
  ledger: Ledger,
  { secret, now, iso }: { secret: string; now: () => Date; iso: () => string },
): Webhooks {
  let target: string | undefined
  const timers = new Map<string, NodeJS.Timeout>()
  const closing = new AbortController()

  const sign: Webhooks['sign'] = (event, at = now()) => {
    const body = JSON.stringify(event.data)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        ...signEvent(secret, { id: event.id, type: event.type, body: Buffer.from(body) }, at),
      },
    }
  }
  const attempt = (event: LedgerEvent, tried: number) => {
    clearTimeout(timers.get(event.id))
    const wait = waits[tried]
    if (wait === undefined || target === undefined || closing.signal.aborted) return
    const timer = setTimeout(() => void send(event, tried), wait * 1000)
    timer.unref()
    timers.set(event.id, timer)
  }
  const send = async (event: LedgerEvent, tried: number) => {
    timers.delete(event.id)
    const taken = await fetch(target!, {
      method: 'POST',
      ...sign(event),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(10_000), closing.signal]),
    }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (closing.signal.aborted) return
    if (taken) ledger.save('events', { ...event, delivered_at: iso() })
    else attempt(event, tried + 1)
  }

  return {
    report(type, data) {
      const event = { id: randomUUID(), type, data: structuredClone(data), created_at: iso(), delivered_at: null }
      ledger.save('events', event)
      attempt(event, 0)
      return event
    },
    sign,
    setTarget(url) {
      target = url
      for (const event of ledger.events.values()) if (event.delivered_at === null) attempt(event, 0)
    },
    close() {
      closing.abort()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
