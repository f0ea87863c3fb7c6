import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { Invalid } from '../../../kernel/errors.ts'
import type { CaseFacts } from '../../case-core/index.ts'

type Key = Pick<CaseFacts, 'id' | 'organization_id'>
type Names = Pick<CaseFacts, 'first_name' | 'last_name'>

const nameKey = ({ first_name, last_name }: Names) => sql`plain(${first_name}) || ' ' || plain(${last_name})`

/** The suffix of one more case of this name in the practice; the caller holds the lock on the name (`cases/similar`). */
export const nextSuffix = (facts: Pick<CaseFacts, 'organization_id'>, names: Names) =>
  sql<number | null>`(select max(coalesce(o.numeric_suffix, 0)) + 1 from patients o
    where o.organization_id = ${facts.organization_id} and o.name_key = ${nameKey(names)})`

/** Who gives out a suffix of this name waits for whoever is at it: the same lock as a submit's. */
async function lockName(trx: Trx, facts: Key, names: Names): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameKey(names)}, ${facts.organization_id}))`.execute(trx)
}

/**
 * Writes the names of a locked case. Under a name that differs by more than case and accents it gets the suffix that a
 * new case of that name would get (`cases/similar`), behind the same lock as a submit.
 */
export async function renameCase(trx: Trx, facts: Key, names: Names): Promise<void> {
  await lockName(trx, facts, names)
  await sql`update patients p set first_name = ${names.first_name}, last_name = ${names.last_name},
      numeric_suffix = case when p.name_key = ${nameKey(names)} then p.numeric_suffix else ${nextSuffix(facts, names)} end
    where p.organization_id = ${facts.organization_id} and p.id = ${facts.id}`.execute(trx)
}

/** Writes the suffix of a locked case that has this name. @throws Invalid when another case of the name has it */
export async function setSuffix(trx: Trx, facts: Key, names: Names, suffix: number | null): Promise<void> {
  await lockName(trx, facts, names)
  await sql`update patients set numeric_suffix = ${suffix} where organization_id = ${facts.organization_id} and id = ${facts.id}`
    .execute(trx)
    .catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint !== 'patients_name_suffix') throw error
      const taken = suffix === null ? 'no suffix' : `the suffix ${suffix}`
      throw new Invalid({ numeric_suffix: [`Another case of this name has ${taken}.`] })
    })
}
