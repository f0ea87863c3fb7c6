import { assignment, assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'

/** Who does a part of the work, the partner lab under its name. */
export const assigneeName = (id: number | null, partner: string | null): string =>
  id === assignment.thirdParty && partner !== null ? partner : labelOf(assignments, id)

/** Who a part of the work may be assigned to: a partner lab where there is one, or while it has the work. */
export const assigneesOf = (partner: string | null, present: number | null) =>
  assignments
    .filter(({ id }) => id !== assignment.thirdParty || partner !== null || id === present)
    .map(({ id }) => ({ id, label: assigneeName(id, partner) }))
