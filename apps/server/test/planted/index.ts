import type { PlantedFault } from './fault.ts'
import { gates } from './gates.ts'
import { limits } from './limits.ts'
import { recipe } from './recipe.ts'

/**
 * Every fault that is put back, one by one, by `npm run test:long -- planted`: those of the gates, of the recipe for a new
 * record, and of loads and races. For any other fault its regression test is the proof.
 */
export const plantedFaults: PlantedFault[] = [...gates, ...recipe, ...limits]
