import { periodicRules } from '@archwire/contract/periodic-rules/routes.ts'
import { entersMoney } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

type Person = Pick<Actor, 'role' | 'permissions' | 'memberships' | 'readOnly'>

/** Who changes the description of a rule and switches it off (`contracts/who-rules`). */
const manages = (actor: Person): boolean =>
  !actor.readOnly && isStaff(actor.role) && holds(actor, [periodicRules.update.needs], null)

/** What each person is allowed to do with the rules of every contract (`contracts/who-rules`). */
export const may = {
  update: manages,
  /** Value, days and switching on, and with them a new rule. */
  update_value: (actor: Person) => manages(actor) && holds(actor, entersMoney, null),
  delete: (actor: Person) => manages(actor) && actor.role === 'admin',
}
