import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { RequestFacts } from './facts.ts'

/**
 * The method whose fee holds although the print ships by `method` (`requests/keep-fee`): a change of the method brings its
 * own fee, unless the lab keeps the one that held. Only what the lab makes has a fee. Null: the method's own.
 */
export function chargedMethod(
  print: Pick<RequestFacts, 'assignment' | 'shipping_method' | 'charged_method'>,
  method: string,
  keep: boolean | undefined,
): string | null {
  const { assignment: who, shipping_method: before, charged_method: charged } = print
  const held = charged ?? before
  if (who !== assignment.ownLab) return null
  if (keep ?? (method === before && charged !== null)) return held === method ? null : held
  return null
}
