import type { ArchAxes, BoundingBox, Rotation, Surface, Vector3 } from '@archwire/mesh'
import { boundingBox, guessArchAxes, guessJaw, rotated, uprightRotation } from '@archwire/mesh'
import { angleBetween, scaled } from '@archwire/mesh/arch-axes/vectors.ts'
import { biteOf } from '@archwire/mesh/bite/bite.ts'
import { uprightOfPair } from '@archwire/mesh/bite/upright-pair.ts'

/** Where a scan stands: turned by rows of a rotation, then moved; mm. */
export type Place = { rotation: Rotation; offset: Vector3 }

/** A scan of a scene by the jaw it shows: 1 upper, 2 lower, 3 both or unknown; `place`: where a person put it. */
export type JawScan = { jaws_id: 1 | 2 | 3; surface: Surface; place?: Place | null }

/**
 * How the arches of a scene stand to each other: as they bite, by their shapes; each by itself; as their files lie, which
 * may be the bite or not; as a person brought them together, or merely turned them. Null where only one jaw is there.
 */
export type BiteSign = 'in_bite' | 'apart' | 'unsure' | 'placed' | 'turned' | null

/** What a person should know about a scan before they trust how it is shown. */
export type Doubt = 'inside_out' | 'other_jaw' | 'lies_by_guess'

/** Where scans are placed in the viewer: +X the patient's right, +Y anterior, +Z up, mm. */
export type Placement = { places: Place[]; bite: BiteSign; doubts: Doubt[][] }

/** Files of one coordinate system overlap along at least two axes by this share of the smaller, and nearly touch, mm. */
const SHARED_OVERLAP = 0.5
const LARGEST_GAP = 12
/** Scans of one jaw that lie alike point the same way within this, degrees. */
const ALIKE = 25
/** Gap between arches that are stacked by a guess, mm. */
const STACK_GAP = 3

/** A scan whose axes are known. */
export type Lying = JawScan & { axes: ArchAxes; guess: 'upper' | 'lower' | null }

/** Looks at a scan by itself: what takes time and does not change with its neighbors. */
export function lyingScan(scan: JawScan): Lying {
  const axes = guessArchAxes(scan.surface)
  return { ...scan, axes, guess: guessJaw(scan.surface, axes) }
}

/**
 * Stands scans up together (docs/decisions/063). Whether upper and lower arch share one coordinate system is asked of the
 * files as they are. In their bite, and where that is unsure, they get one rotation and keep their places to each other;
 * apart, each stands by itself, upper above lower with the front teeth in line. Where a person placed them, there they
 * stand: `asBite` when they brought them together, not only turned them. Nothing is ever mirrored.
 */
export const placeScans = (scans: readonly JawScan[], asBite = true): Placement =>
  placeLying(scans.map(lyingScan), asBite)

export function placeLying(scans: readonly Lying[], asBite: boolean): Placement {
  const doubts = scans.map(doubtsOf)
  const [upper, lower] = ([1, 2] as const).map((jaw) => scans.findLast(({ jaws_id }) => jaws_id === jaw))
  if (scans.some(({ place }) => place)) {
    const followed = scans.map((scan) => scan.place ?? leaderOf(scan, scans)?.place ?? null)
    const bite = upper && lower ? signOfPlaced(upper, lower, asBite) : null
    return { places: scans.map((scan, at) => followed[at] ?? besidePlaced(scan, scans)), bite, doubts }
  }
  const answer = upper && lower ? biteOf(upper, lower).answer : null
  if (upper && lower && answer !== 'apart') {
    const rotation = uprightOfPair(upper.axes, lower.axes)
    const together: Place = { rotation, offset: [0, 0, 0] }
    const places = scans.map((scan) => (liesWith(scan, upper) || liesWith(scan, lower) ? together : byItself(scan)))
    return { places, bite: answer, doubts }
  }
  // Of each jaw the newest stands by itself, and those that lie as it does stand with it.
  const leaders = [upper, lower, scans.findLast(({ jaws_id }) => jaws_id === 3)].filter((each) => each !== undefined)
  const places = scans.map((scan) => {
    const leader = leaders.find((each) => each.jaws_id === scan.jaws_id && liesWith(scan, each))
    const alone = leaders.length === 1 ? standing : byItself
    return alone(leader ?? scan)
  })
  return { places, bite: answer, doubts }
}

/** What a pair is of which a person placed one or both. */
function signOfPlaced(upper: Lying, lower: Lying, asBite: boolean): BiteSign {
  if (upper.place && lower.place) return asBite ? 'placed' : 'turned'
  // One came later: in the coordinates of the other it stands with it, and its shape says whether that is a bite.
  return biteOf(upper, lower).answer
}

/** The scan that a person placed and whose file one that nobody placed lies with: of its jaw, or in one bite. */
const leaderOf = (scan: Lying, scans: readonly Lying[]): Lying | undefined =>
  scans.findLast((other) => other.place && other.jaws_id === scan.jaws_id && liesWith(scan, other)) ??
  scans.findLast((other) => {
    if (!other.place || other.jaws_id === scan.jaws_id || other.jaws_id === 3 || scan.jaws_id === 3) return false
    return biteOf(...(scan.jaws_id === 1 ? ([scan, other] as const) : ([other, scan] as const))).answer !== 'apart'
  })

/** Which jaw a scan shows: as it is labeled, or, where one file is unlabeled, as its shape says. */
const jawOfScan = ({ jaws_id, guess }: Lying): 'upper' | 'lower' | null =>
  jaws_id === 1 ? 'upper' : jaws_id === 2 ? 'lower' : guess

function doubtsOf(scan: Lying): Doubt[] {
  const { axes, guess, jaws_id } = scan
  return [
    ...(axes.insideOutSure ? (['inside_out'] as const) : []),
    ...(guess !== null && jaws_id !== 3 && guess !== jawOfScan(scan) ? (['other_jaw'] as const) : []),
    // Which way is up of a file with both jaws, its shape does not say.
    ...(scan.place || (axes.sure.teeth && jawOfScan(scan) !== null) ? [] : (['lies_by_guess'] as const)),
  ]
}

/** Upright where the file lies: what is alone needs no place among others. */
const standing = (scan: Lying): Place => ({ rotation: uprightRotation(scan.axes, jawOfScan(scan)), offset: [0, 0, 0] })

/** Upright, middle on the midline, front teeth at y = 0, teeth near z = 0. */
function byItself(scan: Lying): Place {
  const { rotation } = standing(scan)
  const box = boundingBox(rotated(scan.surface.positions, rotation))
  const middle = -(box.min[2] + box.max[2]) / 2
  const z = scan.jaws_id === 1 ? STACK_GAP / 2 - box.min[2] : scan.jaws_id === 2 ? -STACK_GAP / 2 - box.max[2] : middle
  return { rotation, offset: [-(box.min[0] + box.max[0]) / 2, -box.max[1], z] }
}

/** A scan that lies with none that a person placed stands by itself, above or below where they put the others. */
function besidePlaced(scan: Lying, scans: readonly Lying[]): Place {
  const place = byItself(scan)
  const other = scans.findLast((each) => each.place)
  if (!other?.place) return place
  const [ours, theirs] = [boxOf(scan, place), boxOf(other, other.place)]
  const z = scan.jaws_id === 1 ? theirs.max[2] + STACK_GAP - ours.min[2] : theirs.min[2] - STACK_GAP - ours.max[2]
  const x = (theirs.min[0] + theirs.max[0] - ours.min[0] - ours.max[0]) / 2
  const [left, front, height] = place.offset
  return { rotation: place.rotation, offset: [left + x, front + theirs.max[1] - ours.max[1], height + z] }
}

const boxOf = ({ surface }: Lying, { rotation, offset }: Place): BoundingBox => {
  const { min, max, size } = boundingBox(rotated(surface.positions, rotation))
  const moved = (corner: Vector3) => corner.map((value, axis) => value + offset[axis]!) as Vector3
  return { min: moved(min), max: moved(max), size }
}

/** Whether two scans of one jaw, or one of both jaws and another, seem to lie in one coordinate system. */
function liesWith(a: Lying, b: Lying): boolean {
  if (a === b) return true
  if (a.jaws_id !== b.jaws_id && a.jaws_id !== 3 && b.jaws_id !== 3) return false
  const sure = a.axes.sure.teeth && b.axes.sure.teeth && a.jaws_id === b.jaws_id
  if (sure && angleBetween(a.axes.teeth, b.axes.teeth) > ALIKE) return false
  const [boxA, boxB] = [boundingBox(a.surface.positions), boundingBox(b.surface.positions)]
  const shares = [0, 1, 2].map((axis) => reach(boxA, boxB, axis) / (Math.min(boxA.size[axis]!, boxB.size[axis]!) || 1))
  return (
    shares.filter((share) => share > SHARED_OVERLAP).length >= 2 &&
    [0, 1, 2].every((axis) => reach(boxA, boxB, axis) > -LARGEST_GAP)
  )
}

function reach(a: BoundingBox, b: BoundingBox, axis: number): number {
  return Math.min(a.max[axis]!, b.max[axis]!) - Math.max(a.min[axis]!, b.min[axis]!)
}

/** The place that undoes another: used where points of one file are wanted in another's coordinates. */
export const turnedBack = ({ rotation, offset }: Place): Place => {
  const back = [0, 1, 2].map((row) => [0, 1, 2].map((column) => rotation[column]![row]!)) as unknown as Rotation
  return {
    rotation: back,
    offset: scaled(back.map((row) => row.reduce((sum, value, at) => sum + value * offset[at]!, 0)) as Vector3, -1),
  }
}
