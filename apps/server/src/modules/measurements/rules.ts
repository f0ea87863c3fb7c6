import type { ArchPlace, Jaw } from '@archwire/contract/measurements/kinds.ts'
import type { NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import { jawOfTooth } from '@archwire/contract/measurements/teeth.ts'
import type { Measured } from '@archwire/contract/measurements/words.ts'
import { Invalid } from '../../kernel/errors.ts'

/** A measurement with its place split into columns, as the database stores it. */
export interface MeasuredPlace extends Measured {
  archPlace: ArchPlace | null
  tooth: number | null
}

/** Which arch a file shows; null when it shows both. */
const jawOfFile = (jawsId: number): Jaw | null => (jawsId === 1 ? 'upper' : jawsId === 2 ? 'lower' : null)

/**
 * What is measured and in which arch.
 * @param jawsIds of the files that the points are on: 1 upper, 2 lower, 3 both in one file
 * @throws {Invalid} where arch, tooth and files do not match
 */
export function measuredPlace(asked: NewMeasurement, jawsIds: readonly number[]): MeasuredPlace {
  const { kind } = asked
  if (kind === 'arch_width') {
    const jaw = jawOfArchWidth(asked.jaw, jawsIds.map(jawOfFile))
    return { kind, jaw, place: asked.place, archPlace: asked.place, tooth: null }
  }
  if (kind === 'tooth_size') {
    const jaw = jawOfTooth(asked.place)
    if (jawsIds.map(jawOfFile).some((shown) => shown !== null && shown !== jaw))
      throw new Invalid({
        place: [`Tooth ${asked.place} is in the ${jaw} arch, but the points are on the other arch.`],
      })
    return { kind, jaw, place: asked.place, archPlace: null, tooth: asked.place }
  }
  return { kind, jaw: null, place: null, archPlace: null, tooth: null }
}

function jawOfArchWidth(said: Jaw | undefined, shown: readonly (Jaw | null)[]): Jaw {
  const known = new Set(shown.filter((jaw) => jaw !== null))
  if (known.size > 1) throw new Invalid({ points: ['An arch width must be measured within one arch.'] })
  const [seen] = known
  const jaw = seen ?? said
  if (!jaw) throw new Invalid({ jaw: ['Choose the arch, because the scan shows both.'] })
  if (said && said !== jaw) throw new Invalid({ jaw: [`The points are on the ${jaw} arch.`] })
  return jaw
}
