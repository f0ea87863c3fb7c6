import type { PlantedFault } from './fault.ts'
import { gates } from './gates.ts'
import { limits } from './limits.ts'
import { recipe } from './recipe.ts'
import { secrets } from './secrets.ts'

/**
 * Every fault that is put back, one by one, by `npm run test:long -- planted`: those of the gates, of the recipe for a new
 * record, of loads and races, and of what takes a secret to strangers. For any other fault its regression test is the proof.
 */
export const plantedFaults: PlantedFault[] = [...gates, ...recipe, ...limits, ...secrets]
