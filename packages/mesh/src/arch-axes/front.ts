import type { Vector3 } from '../surface.ts'
import { CELL, type View } from './seen-from.ts'

/** The teeth are what lies within this of their plane; mm. */
const BAND = 4
const SECTORS = 72
/** Nearer to the middle than this, mm, no cell says in which direction there are teeth. */
const TOO_NEAR = 6
/** The open back of an arch, as an angle from its middle, degrees: less is a gap, more a part of an arch. */
const LEAST_OPENING = 40
const MOST_OPENING = 165
/** Less wide than this, mm, or this slim, it is a part of an arch: one side, one tooth. */
const LEAST_WIDTH = 18
const SLIMMEST = 0.45
/** The line along one side of an arch, from its molars to its midline, leads this far inwards of the front; degrees. */
const SIDE_LEADS_IN = 27
/** How far the front may be from opposite the gap, in steps, degrees; how far the midline from the middle, mm. */
const FARTHEST = 48
const TURN = 4
const SHIFT = 12
/** A cell and the mirror image of another are one within this, mm; a better midline matches so many more of them. */
const MATCH = 2
const BETTER = 0.04
/** An arch whose midline is clear has this share of its teeth on both sides. */
const MIRRORED = 0.88
/** Ends of which one has more than this share of the other's cells are alike. */
const EVEN = 0.85

/** Where the front teeth are, across the direction of the teeth, and whether the shape is clear about it. */
export type Front = { anterior: Vector3; sure: boolean }

type Place = readonly [x: number, y: number]

/**
 * Finds the front of an arch that is seen from its teeth: opposite the gap through which the arch is open. A side of an
 * arch has none; its front is guessed at the slimmer end, since molars are broader than incisors.
 */
export function frontOf(view: View): Front {
  const band = bandOf(view)
  const toward = ([x, y]: Place): Vector3 => {
    const [u, v] = view.frame
    return [0, 1, 2].map((axis) => u[axis]! * x + v[axis]! * y) as Vector3
  }
  const { long, least, greatest } = widthsOf(band)
  if (least < LEAST_WIDTH || least < SLIMMEST * greatest)
    return { anterior: toward(frontOfPart(band, long)), sure: false }
  const { direction, opening } = gapOf(band)
  const { front, matched } = midline(band, direction + Math.PI)
  const anterior = toward([Math.cos(front), Math.sin(front)])
  return { anterior, sure: opening >= LEAST_OPENING && opening <= MOST_OPENING && matched >= MIRRORED }
}

function bandOf({ tops, columns }: View): Place[] {
  const band: Place[] = []
  tops.forEach((top, cell) => {
    if (top > -BAND) band.push([(cell % columns) * CELL, Math.floor(cell / columns) * CELL])
  })
  return band
}

/** Least and greatest width over all directions, and the direction of the greatest, radians. */
function widthsOf(band: readonly Place[]): { long: number; least: number; greatest: number } {
  let [long, least, greatest] = [0, Infinity, 0]
  for (let step = 0; step < SECTORS / 2; step++) {
    const angle = (step / SECTORS) * 2 * Math.PI
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    let low = Infinity
    let high = -Infinity
    for (const place of band) {
      const along = place[0] * cos + place[1] * sin
      low = Math.min(low, along)
      high = Math.max(high, along)
    }
    least = Math.min(least, high - low)
    if (high - low > greatest) [long, greatest] = [angle, high - low]
  }
  return { long, least, greatest }
}

/** The middle of the largest gap around the middle of the band, radians, and how wide it is, degrees. */
function gapOf(band: readonly Place[]): { direction: number; opening: number } {
  const [mx, my] = middleOf(band)
  const filled = new Uint8Array(SECTORS)
  for (const [x, y] of band) {
    if (Math.hypot(x - mx, y - my) < TOO_NEAR) continue
    filled[Math.floor(((Math.atan2(y - my, x - mx) + Math.PI) / (2 * Math.PI)) * SECTORS) % SECTORS] = 1
  }
  let [best, from] = [0, 0]
  for (let start = 0; start < SECTORS; start++) {
    let length = 0
    while (length < SECTORS && filled[(start + length) % SECTORS] === 0) length++
    if (length > best) [best, from] = [length, start]
  }
  return { direction: ((from + best / 2) / SECTORS) * 2 * Math.PI - Math.PI, opening: (best / SECTORS) * 360 }
}

/** The middle of the box around the band, in the directions in which it is longest and across. */
function middleOf(band: readonly Place[]): Place {
  let [sx, sy, n] = [0, 0, 0]
  // Of each direction the farthest cell: the outline, which gaps between teeth do not move.
  for (let step = 0; step < SECTORS; step++) {
    const angle = (step / SECTORS) * 2 * Math.PI
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    let best = -Infinity
    let at = band[0]!
    for (const place of band) {
      const along = place[0] * cos + place[1] * sin
      if (along <= best) continue
      best = along
      at = place
    }
    sx += at[0]
    sy += at[1]
    n++
  }
  return [sx / n, sy / n]
}

/**
 * The direction of the midline near a direction, radians: where most of the teeth have a mirror image. An arch that lacks
 * teeth on one side is open to that side, but its midline stays.
 */
function midline(band: readonly Place[], near: number): { front: number; matched: number } {
  const [mx, my] = middleOf(band)
  const size = 128
  const there = new Uint8Array(size * size)
  const cellAt = (x: number, y: number) => {
    const column = Math.round(x - mx) + size / 2
    const row = Math.round(y - my) + size / 2
    return column < 0 || column >= size || row < 0 || row >= size ? -1 : row * size + column
  }
  for (const [x, y] of band)
    for (let dx = -MATCH; dx <= MATCH; dx++)
      for (let dy = -MATCH; dy <= MATCH; dy++) {
        const cell = cellAt(x + dx, y + dy)
        if (cell >= 0) there[cell] = 1
      }
  const matched = (angle: number, shift: number) => {
    const ax = -Math.sin(angle)
    const ay = Math.cos(angle)
    let matches = 0
    for (let at = 0; at < band.length; at++) {
      const x = band[at]![0]
      const y = band[at]![1]
      const off = 2 * ((x - mx) * ax + (y - my) * ay - shift)
      const cell = cellAt(x - off * ax, y - off * ay)
      if (cell >= 0 && there[cell] === 1) matches++
    }
    return matches / band.length
  }
  const bestAt = (angle: number) => {
    let most = 0
    for (let shift = -SHIFT; shift <= SHIFT; shift += 2) most = Math.max(most, matched(angle, shift))
    return most
  }
  let [front, most] = [near, bestAt(near)]
  const enough = most + BETTER
  for (let turn = -FARTHEST; turn <= FARTHEST; turn += TURN) {
    const angle = near + (turn * Math.PI) / 180
    const share = bestAt(angle)
    if (share >= enough && share > most) [front, most] = [angle, share]
  }
  return { front: most >= MIRRORED ? front : near, matched: most }
}

/**
 * A guess for what is no whole arch: a part that bulges evenly is its front, and bulges forwards; of one side the slimmer
 * end is the front one, since molars are broader than incisors.
 */
function frontOfPart(band: readonly Place[], long: number): Place {
  const [cos, sin] = [Math.cos(long), Math.sin(long)]
  const placed = band.map(([x, y]) => [x * cos + y * sin, y * cos - x * sin] as const)
  const lowest = placed.reduce((least, [along]) => Math.min(least, along), Infinity)
  const third = (placed.reduce((most, [along]) => Math.max(most, along), -Infinity) - lowest) / 3
  const parts = [0, 1, 2].map((part) =>
    placed.filter(([along]) => Math.min(2, Math.floor((along - lowest) / (third || 1))) === part),
  )
  const mean = (part: number) => parts[part]!.reduce((sum, [, side]) => sum + side, 0) / (parts[part]!.length || 1)
  const bulge = Math.sign(mean(1) - (mean(0) + mean(2)) / 2) || 1
  const [low, high] = [parts[0]!.length, parts[2]!.length]
  if (Math.min(low, high) > EVEN * Math.max(low, high)) return [-bulge * sin, bulge * cos]
  const towards = high < low ? 1 : -1
  const turn = (bulge * towards * SIDE_LEADS_IN * Math.PI) / 180
  const angle = long + (towards < 0 ? Math.PI : 0) + turn
  return [Math.cos(angle), Math.sin(angle)]
}
