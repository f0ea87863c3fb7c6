import { now } from '../kernel/clock.ts'
import type { Suspicion } from '../kernel/errors.ts'
import { networkOf } from '../kernel/network.ts'

/** A refusal that is counted: which one, of which route, and where it came from. */
export interface CountedRefusal {
  suspicion: Suspicion
  /** Method and path, as the contract writes it. */
  route: string
  /** Null without a session. */
  userId: number | null
  address: string
}

/** A line of the audit log about the refusals of one minute. */
export interface RefusalRow {
  at: Date
  user_id: number | null
  action: string
  address: string
  data: { reason: Suspicion; count: number }
}

/** Networks and people that are counted apart within a minute; the rest of a flood is one line for each reason. */
const mostApart = 1_000

/**
 * Counts refusals of a kind that someone causes in great numbers: one line for each minute, route, network and person,
 * however many there are (`safety/refusals`).
 */
export function openRefusalCounts(mostLines = mostApart) {
  let minute = 0
  let counted = new Map<string, RefusalRow>()
  const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000)

  /** Returns the lines of minutes that are over, or of all with `everything`, and forgets them. */
  function take({ everything = false } = {}): RefusalRow[] {
    if (counted.size === 0 || (!everything && minuteOf(now()) === minute)) return []
    const rows = [...counted.values()]
    counted = new Map()
    return rows
  }

  return {
    take,
    /** Counts one; returns the lines of the minute before, when this is the first of another. */
    add({ suspicion, route, userId, address }: CountedRefusal): RefusalRow[] {
      const at = now()
      const over = take()
      minute = minuteOf(at)
      const own = `${suspicion} ${route} ${networkOf(address)} ${userId}`
      const isApart = counted.has(own) || counted.size < mostLines
      const key = isApart ? own : suspicion
      const row = counted.get(key)
      if (row) row.data.count += 1
      else
        counted.set(key, {
          at,
          user_id: isApart ? userId : null,
          action: isApart ? route : 'various',
          address: isApart ? address : '',
          data: { reason: suspicion, count: 1 },
        })
      return over
    },
  }
}
