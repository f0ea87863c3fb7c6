import type { Day } from '@archwire/contract/core/dates.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'

/**
 * The assignment that keeps the ship date that a practice knows, for an UPDATE that sets another `ship_date`
 * (`exports/on-time`). `promised_ship_date` is empty while no one but the practice has moved the date. The lab and a partner
 * leave the first date as the promise; a day that the practice chooses is a new one.
 */
export const keepPromised = (actor: Pick<Actor, 'scope'>, ship: Day | null): RawBuilder<unknown> =>
  sql`promised_ship_date = case when ship_date is not distinct from ${ship}::date then promised_ship_date
    else ${actor.scope.kind === 'practice' ? sql`null` : sql`coalesce(promised_ship_date, ship_date)`} end`
