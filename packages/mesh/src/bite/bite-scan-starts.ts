import type { ArchAxes } from '../arch-axes/arch-axes.ts'
import type { Samples } from '../arch-axes/samples.ts'
import { across, anyAcross, cross, dot, scaled, unit } from '../arch-axes/vectors.ts'
import { joined, type RigidMove } from '../best-fit.ts'
import type { Rotation } from '../orientation.ts'
import type { Vector3 } from '../surface.ts'
import type { Place } from './trimmed-fit.ts'

/** Teeth and the gum beside them, below what stands out farthest, mm. */
const BAND = 9
const TOP = 0.995
/** What a bite scan may show of it: no deeper than this, mm; its edges look up by this (cosine). */
const DEEPEST = 14
const LOOKS_UP = 0.5
/** The outside of an arch is looked at in so many directions from its middle. */
const SECTORS = 72
/** How a patch may lean in its own plane against the arch, degrees. */
const LEANS = [-12, 0, 12]
/** Where the middle of a bite scan lies: below what stands out farthest, and inwards of the outermost line, mm. */
const DEPTHS = [0.4, 2.4]
const INWARDS = [0.3, 2.8]
/** A patch less long than this many times its height may lie any way. */
const LONG = 1.25

/** A cheek sees past teeth to the other side of the mouth: what is farther behind the patch than this is none of it, mm. */
const DEPTH = 9

/** A bite scan as a patch: rows of `frame` along it, up or down, and outwards; half its length, mm. */
export type Patch = { middle: Vector3; frame: Rotation; half: number; slender: boolean }

/**
 * An arch as seen from outside, in the coordinates of its file: where its outer side is, and where it looks; the middle of
 * its teeth at their highest; samples of its outer side.
 */
export type Outside = {
  places: { at: Vector3; outwards: Vector3 }[]
  teeth: Vector3
  middle: Vector3
  points: Float32Array
  normals: Float32Array
}

/** The frame of a patch by its mean normal and its longer side, without what lies far behind or before it. */
export function patchOf(all: readonly Place[]): Patch {
  const median = [0, 1, 2].map(
    (axis) => all.map(({ at }) => at[axis]!).sort((a, b) => a - b)[all.length >> 1],
  ) as Vector3
  const first = unit(mean(all.map(({ normal }) => normal)))
  const near = all.filter(({ at }) => Math.abs(dot(at, first) - dot(median, first)) < DEPTH)
  return frameOf(near.length > 0 ? near : all)
}

function frameOf(places: readonly Place[]): Patch {
  const middle = mean(places.map(({ at }) => at))
  const outwards = unit(mean(places.map(({ normal }) => normal)))
  const first = anyAcross(outwards)
  const second = cross(outwards, first)
  let [xx, xy, yy] = [0, 0, 0]
  for (const { at } of places) {
    const away: Vector3 = [at[0] - middle[0], at[1] - middle[1], at[2] - middle[2]]
    const [x, y] = [dot(away, first), dot(away, second)]
    xx += (x * x) / places.length
    xy += (x * y) / places.length
    yy += (y * y) / places.length
  }
  const turn = Math.atan2(2 * xy, xx - yy) / 2
  const root = Math.hypot((xx - yy) / 2, xy)
  const [long, short] = [(xx + yy) / 2 + root, (xx + yy) / 2 - root]
  const along = unit([0, 1, 2].map((axis) => first[axis]! * Math.cos(turn) + second[axis]! * Math.sin(turn)) as Vector3)
  return {
    middle,
    frame: [along, cross(outwards, along), outwards],
    half: Math.sqrt(3 * long),
    slender: long > LONG * LONG * short,
  }
}

const mean = (all: readonly Vector3[]): Vector3 =>
  [0, 1, 2].map((axis) => all.reduce((sum, each) => sum + each[axis]!, 0) / (all.length || 1)) as Vector3

/** The outer side of an arch, in the coordinates of its file: the farthest places around the middle of its teeth. */
export function outsideOf({ points, normals, origin }: Samples, { teeth, anterior }: ArchAxes): Outside {
  const side = cross(anterior, teeth)
  const count = points.length / 3
  const at = (all: Float32Array, index: number): Vector3 => [all[index * 3]!, all[index * 3 + 1]!, all[index * 3 + 2]!]
  const heights = Float32Array.from({ length: count }, (_, index) => dot(at(points, index), teeth))
  const top = heights.slice().sort()[Math.floor((count - 1) * TOP)]!
  const band = Array.from(heights.keys()).filter((index) => heights[index]! > top - BAND)
  const flat = band.map((index) => [dot(at(points, index), side), dot(at(points, index), anterior)] as const)
  const box = [0, 1].map((axis) => {
    const sorted = flat.map((place) => place[axis]!).sort((a, b) => a - b)
    return (sorted[0]! + sorted.at(-1)!) / 2
  })
  const farthest: { x: number; y: number; radius: number; normal: Vector3 }[] = []
  flat.forEach(([x, y], number) => {
    const radius = Math.hypot(x - box[0]!, y - box[1]!)
    const angle = Math.atan2(y - box[1]!, x - box[0]!)
    const sector = Math.floor(((angle + Math.PI) / (2 * Math.PI)) * SECTORS) % SECTORS
    if (!(radius > (farthest[sector]?.radius ?? 0))) return
    farthest[sector] = { x, y, radius, normal: at(normals, band[number]!) }
  })
  const inFile = (x: number, y: number, height: number) =>
    [0, 1, 2].map((axis) => origin[axis]! + side[axis]! * x + anterior[axis]! * y + teeth[axis]! * height) as Vector3
  const outer: number[] = []
  for (let index = 0; index < count; index++) {
    if (heights[index]! < top - DEEPEST) continue
    const place = at(points, index)
    const normal = at(normals, index)
    const x = dot(place, side) - box[0]!
    const y = dot(place, anterior) - box[1]!
    if (dot(normal, teeth) > LOOKS_UP || x * dot(normal, side) + y * dot(normal, anterior) > 0) outer.push(index)
  }
  const places = farthest.filter(Boolean).map(({ x, y, normal }) => ({
    at: inFile(x, y, top),
    outwards: across(normal, teeth),
  }))
  return {
    places,
    teeth,
    middle: inFile(box[0]!, box[1]!, top),
    points: Float32Array.from(outer.flatMap((index) => at(points, index).map((value, axis) => value + origin[axis]!))),
    normals: Float32Array.from(outer.flatMap((index) => at(normals, index))),
  }
}

/** Moves that lay a patch on the outside of an arch: all along it, either way up, higher and lower, leaning. */
export function startsAlong({ middle, frame, half, slender }: Patch, { places, teeth }: Outside): RigidMove[] {
  const leans = slender ? LEANS : Array.from({ length: 9 }, (_, at) => at * 20 - 80)
  return places.flatMap(({ at }) => {
    const around = places.filter((place) => distance(place.at, at) < half)
    const outwards = unit(mean(around.map((place) => place.outwards)))
    if (Math.hypot(...outwards) < 0.5) return []
    const there = mean(around.map((place) => place.at))
    const ahead = cross(teeth, outwards)
    return [1, -1].flatMap((way) =>
      leans.flatMap((lean) => {
        const [cos, sin] = [Math.cos((lean * Math.PI) / 180), Math.sin((lean * Math.PI) / 180)]
        const up = [0, 1, 2].map((axis) => way * (teeth[axis]! * cos + ahead[axis]! * sin)) as Vector3
        const rotation = turnTo(frame, [cross(up, outwards), up, outwards])
        return DEPTHS.flatMap((depth) =>
          INWARDS.map((inwards) =>
            moveTo(
              rotation,
              middle,
              [0, 1, 2].map((axis) => there[axis]! - teeth[axis]! * depth - outwards[axis]! * inwards) as Vector3,
            ),
          ),
        )
      }),
    )
  })
}

const distance = (a: Vector3, b: Vector3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** The rotation that turns the rows of one frame into those of another. */
export const turnTo = (from: Rotation, to: Rotation): Rotation =>
  [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + to[k]![row]! * from[k]![column]!, 0)),
  ) as unknown as Rotation

/** The move with a rotation that brings one place to another. */
export const moveTo = (rotation: Rotation, from: Vector3, to: Vector3): RigidMove => ({
  rotation,
  offset: [0, 1, 2].map((row) => to[row]! - dot(rotation[row]!, from)) as Vector3,
})

/** How far the arches of mouths are from lying middle on middle: forwards, to the side, and how far teeth overlap, mm. */
const FORWARDS = [-4, -1.5, 1, 3.5]
const SIDEWARDS = [-2, 0, 2]
const OVERLAPS = [0.8, 3]
/** By how much the guessed fronts of both may disagree, degrees. */
const TURNS = [-11, 0, 11]

/** Moves that lay a bite scan on an arch whose opponent it was already laid on: teeth to teeth, front to front. */
export function startsOpposite(
  found: RigidMove,
  opponent: { outside: Outside; axes: ArchAxes },
  arch: { outside: Outside; axes: ArchAxes },
): RigidMove[] {
  const height = scaled(opponent.axes.teeth, -1)
  const theirs: Rotation = [cross(opponent.axes.anterior, height), opponent.axes.anterior, height]
  const ours: Rotation = [cross(arch.axes.anterior, arch.axes.teeth), arch.axes.anterior, arch.axes.teeth]
  const rotations = TURNS.map((turn) => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    const anterior = [0, 1, 2].map((axis) => ours[1][axis]! * cos + ours[0][axis]! * sin) as Vector3
    return turnTo(theirs, [cross(anterior, ours[2]), anterior, ours[2]])
  })
  return FORWARDS.flatMap((forwards) =>
    SIDEWARDS.flatMap((side) =>
      OVERLAPS.flatMap((overlap) => {
        const there = [0, 1, 2].map(
          (axis) =>
            arch.outside.middle[axis]! + ours[0][axis]! * side + ours[1][axis]! * forwards - ours[2][axis]! * overlap,
        ) as Vector3
        return rotations.map((rotation) => joined(moveTo(rotation, opponent.outside.middle, there), found))
      }),
    ),
  )
}

/** How far a person's three points may be off: along and across the patch, mm; how far it may lean, degrees. */
const OFF_ALONG = [-3, 0, 3]
const OFF_ACROSS = [-2, 0.5, 2]
const OFF_LEANS = [-6, 0, 6]

/** Moves around the one that a person gave. */
export function startsNear({ middle, frame }: Patch, near: RigidMove): RigidMove[] {
  return OFF_ALONG.flatMap((along) =>
    OFF_ACROSS.flatMap((across) =>
      OFF_LEANS.map((lean) => {
        const [cos, sin] = [Math.cos((lean * Math.PI) / 180), Math.sin((lean * Math.PI) / 180)]
        const [l, u, n] = frame
        const leant = [0, 1, 2].map((axis) => l[axis]! * cos + u[axis]! * sin) as Vector3
        const there = [0, 1, 2].map((axis) => middle[axis]! + l[axis]! * along + u[axis]! * across) as Vector3
        return joined(near, moveTo(turnTo(frame, [leant, cross(n, leant), n]), middle, there))
      }),
    ),
  )
}
