import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'

/** Who corrects a tray, by the maker of the setup under `alias`, as `correctedBy` of policy.ts (`corrections/work`). */
export const correctedBySql = (alias: 'r' | 'c'): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${alias}.submission_completed_by`)} = ${sql.lit(assignment.thirdParty)}
    then ${sql.lit(assignment.thirdParty)} else ${sql.lit(assignment.ownLab)} end`
