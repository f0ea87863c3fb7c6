import { settings } from '@archwire/contract/settings/routes.ts'
import type { Actor } from '../../kernel/actor.ts'

/** Who changes the settings of the lab, and reads who changed them (`organizations/who-sets`). */
export const editsSettings = (actor: Pick<Actor, 'permissions' | 'readOnly'>): boolean =>
  !actor.readOnly && actor.permissions.has(settings.save.needs)
