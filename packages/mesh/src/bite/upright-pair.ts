import type { ArchAxes } from '../arch-axes/arch-axes.ts'
import { across, angleBetween, cross, unit } from '../arch-axes/vectors.ts'
import type { Rotation } from '../orientation.ts'
import { uprightRotation } from '../orientation.ts'
import type { Vector3 } from '../surface.ts'

/** Axes this near to each other are of one opinion, degrees. */
const OF_ONE_OPINION = 25

/**
 * The one rotation that stands up two arches which keep their places to each other: upper teeth down, lower teeth up. An
 * arch that lies along the axes of its file, or whose shape is clearer, decides; two that are as clear decide together.
 */
export function uprightOfPair(upper: ArchAxes, lower: ArchAxes): Rotation {
  const [ours, theirs] = [uprightRotation(upper, 'upper'), uprightRotation(lower, 'lower')]
  const [clear, other] = clarity(upper) >= clarity(lower) ? [ours, theirs] : [theirs, ours]
  const agree = angleBetween(ours[2], theirs[2]) <= OF_ONE_OPINION && angleBetween(ours[1], theirs[1]) <= OF_ONE_OPINION
  if (!agree || clarity(upper) !== clarity(lower) || isStraight(clear)) return clear
  if (isStraight(other)) return other
  const mean = (row: 1 | 2): Vector3 => unit([0, 1, 2].map((axis) => ours[row][axis]! + theirs[row][axis]!) as Vector3)
  const up = mean(2)
  const anterior = across(mean(1), up)
  return [cross(anterior, up), anterior, up]
}

const clarity = ({ sure }: ArchAxes): number => Number(sure.teeth) * 2 + Number(sure.anterior)

const isStraight = (rotation: Rotation): boolean => rotation.every((row) => row.some((value) => Math.abs(value) === 1))
