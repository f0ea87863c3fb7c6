import { flawCauseNames, flawCauses } from '@archwire/contract/flaw-causes.ts'
import { jaws } from '@archwire/contract/rx-forms/options.ts'

/** The arches that a tray can be made for. */
export const archOptions = [jaws[0], jaws[1]] as const

/** Why a tray can be flawed, as choices. */
export const causeOptions = flawCauseNames.map((id) => ({ id, label: flawCauses[id] }))

/** The most characters of a remark on a tray. */
export const longestRemark = 2_000
