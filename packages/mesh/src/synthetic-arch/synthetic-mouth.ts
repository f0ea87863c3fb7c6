import type { Surface } from '../surface.ts'
import { closedBite } from './closed-bite.ts'
import { syntheticArch, type SyntheticArchOptions } from './synthetic-arch.ts'

/** Both arches of a made-up mouth in their bite, in the axes of `syntheticArch`; the lower one is closed against the upper. */
export function syntheticMouth(options: Omit<SyntheticArchOptions, 'jaw'>): Record<'upper' | 'lower', Surface> {
  const [upper, lower] = (['upper', 'lower'] as const).map((jaw) => syntheticArch({ ...options, jaw })) as [
    Surface,
    Surface,
  ]
  return { upper, lower: closedBite(upper, lower) }
}
