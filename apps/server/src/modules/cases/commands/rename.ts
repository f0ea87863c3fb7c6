import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { alikeTo, nameKey } from '../../../db/names.ts'
import { Invalid } from '../../../kernel/errors.ts'
import type { CaseFacts } from '../../case-core/index.ts'

type Key = Pick<CaseFacts, 'id' | 'organization_id'>
type Names = Pick<CaseFacts, 'first_name' | 'last_name'>

/** The suffix of one more case of this name in the practice; the caller holds the lock on the name (`cases/similar`). */
export const nextSuffix = (facts: Pick<CaseFacts, 'organization_id'>, names: Names) =>
  sql<number | null>`(select max(coalesce(o.numeric_suffix, 0)) + 1 from patients o
    where o.organization_id = ${facts.organization_id} and ${alikeTo('o', names)})`

/** The condition that another case of this name has the suffix. */
const hasSuffix = (facts: Key, names: Names, suffix: RawBuilder<unknown>) =>
  sql`exists (select 1 from patients o where o.organization_id = ${facts.organization_id} and o.id <> ${facts.id}
    and ${alikeTo('o', names)} and coalesce(o.numeric_suffix, 0) = coalesce(${suffix}, 0))`

/** Only one transaction at a time gives out suffixes of a name; a submit takes the same lock. */
async function lockName(trx: Trx, facts: Key, names: Names): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameKey(names)}, ${facts.organization_id}))`.execute(trx)
}

/**
 * Writes the names of a locked case. Under a name that is not alike it gets the suffix that a new case of that name would
 * get (`cases/similar`), behind the same lock as a submit; under one that is alike it keeps its own, where that is free.
 */
export async function renameCase(trx: Trx, facts: Key, names: Names): Promise<void> {
  await lockName(trx, facts, names)
  await sql`update patients p set first_name = ${names.first_name}, last_name = ${names.last_name},
      numeric_suffix = case when ${alikeTo('p', names)} and not ${hasSuffix(facts, names, sql`p.numeric_suffix`)} then p.numeric_suffix else ${nextSuffix(facts, names)} end
    where p.organization_id = ${facts.organization_id} and p.id = ${facts.id}`.execute(trx)
}

/** Writes the suffix of a locked case that has this name. @throws Invalid when another case of the name has it */
export async function setSuffix(trx: Trx, facts: Key, names: Names, suffix: number | null): Promise<void> {
  await lockName(trx, facts, names)
  const { rows } =
    await sql`update patients set numeric_suffix = ${suffix} where organization_id = ${facts.organization_id} and id = ${facts.id}
    and not ${hasSuffix(facts, names, sql`${suffix}::int`)} returning id`.execute(trx)
  if (rows.length > 0) return
  const taken = suffix === null ? 'no suffix' : `the suffix ${suffix}`
  throw new Invalid({ numeric_suffix: [`Another case of this name has ${taken}.`] })
}
