import { caseTrays } from '@archwire/contract/case-trays/routes.ts'
import type { CaseTrayAction } from '@archwire/contract/case-trays/schema.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

type Policy = (actor: Actor) => boolean

/** What each person is allowed to do with a tray that they see (`trays/who`). */
export const may = {
  archive: (actor) => holds(actor, [caseTrays.archive.needs], null),
  generate_shipping_id: (actor) => holds(actor, [caseTrays.generateShippingId.needs], null),
} satisfies Record<CaseTrayAction, Policy>
