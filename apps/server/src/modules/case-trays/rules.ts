import { caseTrayActions, type CaseTrayAction } from '@archwire/contract/case-trays/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { may } from './policy.ts'

/** A tray as its rules see it. */
export interface TrayFacts {
  archived: boolean
  shipping_id_text: string | null
}

/** Why an action is not possible with a tray now, as text; null when it is. */
export const blocked = {
  archive: ({ archived }) => (archived ? 'This tray is archived.' : null),
  generate_shipping_id: ({ archived, shipping_id_text }) =>
    archived ? 'This tray is archived.' : shipping_id_text === null ? null : 'This tray already has a Tray ID.',
} satisfies Record<CaseTrayAction, (facts: TrayFacts) => string | null>

/** Everything the actor can do with the tray now, and why not; sent along with it. */
export const decideTray = (actor: Actor, facts: TrayFacts): Decided<CaseTrayAction> =>
  decide(
    caseTrayActions,
    (action) => may[action](actor),
    (action) => blocked[action](facts),
  )

/** Why a case does not go into a tray, as the rest of a sentence that starts with its name; null when it does (`trays/of-eight`). */
export const staysOut = (facts: {
  archived: boolean
  is_on_hold: boolean
  tray_number: string | null
}): string | null =>
  facts.archived
    ? 'is archived'
    : facts.is_on_hold
      ? 'is on hold'
      : facts.tray_number === null
        ? null
        : `is in tray ${facts.tray_number}`
