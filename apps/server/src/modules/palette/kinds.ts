import type { PaletteKind } from '@archwire/contract/palette/kinds.ts'
import type { PaletteHit } from '@archwire/contract/palette/schema.ts'
import { seesCases, seesOrganization, seesOrders } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, holdsSomewhere, type Actor } from '../../kernel/actor.ts'

/** A hit, and how closely it answers: 0 what was typed exactly, 1 by its own name or number, 2 by what belongs to it. */
export type Found = PaletteHit & {
  place: 0 | 1 | 2
  /** The cases that it shows, for the access log. */
  logged?: number[]
}

/** What is asked for: a text, and what comes first among equal hits. */
export interface Asked {
  typed: string
  recent: readonly Opened[]
  /** Organizations that cases are narrowed to. */
  chosen: readonly number[] | undefined
}

/** A record that the person opened lately. */
export interface Opened {
  kind: PaletteKind
  id: number
}

/** The ids of one kind. */
export const idsOf = (kind: PaletteKind, opened: readonly Opened[]): number[] =>
  opened.filter((one) => one.kind === kind).map(({ id }) => id)

/**
 * Who searches a kind at all: who may open its records. A person of a practice switches between practices by name, and
 * finds no others.
 */
const searches: Record<PaletteKind, (actor: Actor) => boolean> = {
  case: (actor) => holdsSomewhere(actor, seesCases),
  organization: (actor) => actor.isManagement && holds(actor, ['organizations.view'], null),
  person: (actor) =>
    isStaff(actor.role)
      ? holds(actor, ['users.view'], null)
      : holdsSomewhere(actor, actor.isManagement ? ['organizations.view'] : seesOrganization),
  request: (actor) => holdsSomewhere(actor, seesCases),
  tray: (actor) => actor.isManagement && holds(actor, ['patients.view'], null),
  invoice: (actor) => actor.role !== 'lab_partner' && holdsSomewhere(actor, seesOrders),
  parcel: (actor) => holdsSomewhere(actor, seesCases),
}

export const mayFind = (actor: Actor, kind: PaletteKind): boolean => searches[kind](actor)

/** Lists leave archived records out for everyone who may not see them (`cases/archived`). */
export const seesArchived = (actor: Actor): boolean => actor.permissions.has('organization.view-archived')
