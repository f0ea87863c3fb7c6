import type { Actor } from '../../kernel/actor.ts'

/** Whether a person reads what things cost: partners read of rush cases alone (`rx-form/prices`). */
export const readsPrices = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'lab_partner'
