import { type Met, planeSums, solve } from '../best-fit.ts'
import type { Vector3 } from '../surface.ts'

/**
 * By how much places sway when the noise of what was met turns and shifts a fit: variances, mm², by the covariance of least
 * squares (C. F. Gauss, 1823). Infinite where what was met leaves a move open.
 */
export function swayAt(met: readonly Met[], places: readonly Vector3[]): number[] {
  const open = places.map(() => Infinity)
  if (met.length < 12) return open
  const { middle, sums } = planeSums(met)
  const noise = met.reduce((sum, { along }) => sum + along * along, 0) / (met.length - 6)
  const columns = [0, 1, 2, 3, 4, 5].map((column) =>
    solve(sums.map((row, at) => Float64Array.from([...row.subarray(0, 6), Number(at === column)]))),
  )
  if (columns.some((column) => !column)) return open
  const covariance = (i: number, j: number) => columns[j]![i]! * noise
  return places.map((place) => {
    const [x, y, z] = [place[0] - middle[0], place[1] - middle[1], place[2] - middle[2]]
    // How each axis of the place follows from the turn and the way.
    const follows = [
      [0, z, -y, 1, 0, 0],
      [-z, 0, x, 0, 1, 0],
      [y, -x, 0, 0, 0, 1],
    ]
    let variance = 0
    for (const row of follows)
      for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) variance += row[i]! * row[j]! * covariance(i, j)
    return Math.max(0, variance)
  })
}
