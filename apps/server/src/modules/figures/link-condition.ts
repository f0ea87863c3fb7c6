import { patients } from '@archwire/contract/patients/routes.ts'
import type { PatientSearch } from '@archwire/contract/patients/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { conditions, withDefaults, type CaseSearch } from '../case-list/index.ts'

/** What the list that a link opens asks of ready rows `c`: a figure that counts by it is that list's total. */
export function linkCondition(actor: Actor, link: PatientSearch, zone: string): RawBuilder<unknown> {
  const search = patients.list.query.parse(link) as CaseSearch
  return sql`(${sql.join(conditions(actor, withDefaults(actor, search), zone), sql` and `)})`
}
