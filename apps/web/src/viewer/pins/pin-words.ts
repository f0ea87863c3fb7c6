import { counted } from '@archwire/contract/core/counted.ts'
import type { Pin } from '@archwire/contract/pins/routes.ts'

/** "2 open comments", "1 open, 3 done", "2 done": their progress. */
export function statusOf(pins: readonly Pick<Pin, 'done_at'>[]): string {
  const done = pins.filter(({ done_at }) => done_at !== null).length
  const open = pins.length - done
  if (done === 0) return counted(open, 'open comment')
  return open === 0 ? `${done} done` : `${open} open, ${done} done`
}

/** Places a box beside a point of the picture: below it, above where there is no room, never beyond the edges. */
export function besidePlace(
  place: { x: number; y: number },
  box: { width: number; height: number },
  room: { width: number; height: number },
): { x: number; y: number } {
  const within = (value: number, size: number, end: number) => Math.max(EDGE, Math.min(value, end - size - EDGE))
  const below = place.y + GAP
  const y = below + box.height + EDGE <= room.height ? below : place.y - GAP - box.height
  return { x: within(place.x - box.width / 2, box.width, room.width), y: within(y, box.height, room.height) }
}

const EDGE = 8
const GAP = 18
