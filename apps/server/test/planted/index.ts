import { access } from './access.ts'
import { cases } from './cases.ts'
import type { PlantedFault } from './fault.ts'
import { gates } from './gates.ts'
import { kept } from './kept.ts'
import { limits } from './limits.ts'
import { operations } from './operations.ts'
import { recipe } from './recipe.ts'
import { scans } from './scans.ts'

/** Every fault that is put back, one by one, by `npm run test:long -- planted`. */
export const plantedFaults: PlantedFault[] = [
  ...limits,
  ...access,
  ...operations,
  ...kept,
  ...gates,
  ...recipe,
  ...cases,
  ...scans,
]
