import { unnamed } from '@archwire/contract/organizations/unnamed.ts'
import { sql, type RawBuilder } from 'kysely'

/** The name of the organization under `alias` as people read it, or the number of an unnamed one (`organizations/unnamed`). */
export const shownName = (alias: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${alias}.name`)} ~ ${sql.lit(unnamed)} then ${sql.ref(`${alias}.account_number`)} else ${sql.ref(`${alias}.name`)} end`
