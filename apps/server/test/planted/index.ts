import type { PlantedFault } from './fault.ts'
import { gates } from './gates.ts'
import { recipe } from './recipe.ts'

/**
 * Every fault that `npm run test:long -- planted` puts back, one by one: those of the gates and of the recipe for a new
 * record. For any other fault its regression test is the proof.
 */
export const plantedFaults: PlantedFault[] = [...gates, ...recipe]
