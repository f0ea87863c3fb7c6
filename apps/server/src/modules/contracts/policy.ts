import { isStaff } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'

/** Who reads the subscriptions of practices: staff; a partner lab does not (`contracts/who-reads`). */
export const readsContracts = (actor: Pick<Actor, 'role' | 'permissions'>): boolean =>
  isStaff(actor.role) && actor.permissions.has('organizations.view')

/** Who closes invoices at once, suspends and resumes (`contracts/who-manages`). */
export const managesContracts = (actor: Pick<Actor, 'role' | 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly && isStaff(actor.role) && actor.permissions.has('contracts.manage')

/** Who reads how a practice pays, without what it is charged by (`contracts/methods`). */
export const readsMethods = (actor: Pick<Actor, 'role' | 'permissions'>): boolean =>
  isStaff(actor.role) && actor.permissions.has('orders.manage')
