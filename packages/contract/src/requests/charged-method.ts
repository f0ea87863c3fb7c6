import { assignment } from '../rx-forms/options.ts'

/** Who makes a print, how it ships, and the method whose fee holds instead; null: its own. */
export interface ChargedWay {
  assignment: number | null
  shipping_method: string | null
  charged_method: string | null
}

/**
 * The method whose fee holds although the print ships by `method` (`requests/keep-fee`): a change of the method brings its
 * own fee, unless the lab keeps the one that held. Only what the lab makes has a fee. Null: the method's own.
 */
export function chargedMethod(print: ChargedWay, method: string, keep: boolean | undefined): string | null {
  const { assignment: who, shipping_method: before, charged_method: charged } = print
  const held = charged ?? before
  if (who !== assignment.ownLab) return null
  if (keep ?? (method === before && charged !== null)) return held === method ? null : held
  return null
}
