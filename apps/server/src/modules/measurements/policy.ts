import { isStaff } from '@archwire/contract/roles.ts'
import { mayWrite, type Actor } from '../../kernel/actor.ts'

/** What policies of a measurement need to know; its case is already known to be in reach. */
export interface MeasurementFacts {
  created_by: number
  organization_disabled: boolean
}

/** What each person is allowed to do with a measurement of a case that they see. */
export const may = {
  add: mayWrite,
  remove: (actor: Actor, measurement: MeasurementFacts): boolean =>
    mayWrite(actor, measurement) && (measurement.created_by === actor.userId || isStaff(actor.role)),
}
