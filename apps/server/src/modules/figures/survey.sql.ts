import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { shownName } from '../organizations/index.ts'
import type { Days } from './by-case.sql.ts'

/** How many practices a row names. */
const mostNamed = 100

/** What practices whose details were entered in the range answered, by answer (`reports/survey`). */
export async function countAnswers(db: Db, actor: Actor, { range, zone }: Days): Promise<LabFigures['survey']> {
  const { rows: found } = await sql<LabFigures['survey'][number]>`
    select a.answer, count(*)::int as count, to_jsonb((array_agg(jsonb_build_object('id', o.id, 'name', ${shownName('o')},
        'other', d.survey_response_other) order by plain(${shownName('o')}), o.id))[1:${mostNamed}::int]) as practices
    from ${rows(actor.scope, 'account_details', 'd')} join organizations o on o.id = d.organization_id
      join survey_answers a on a.id = d.survey_answer_id
    where ${withinDays(sql`d.created_at`, [range.from, range.to], zone)}
    group by a.id, a.answer, a.position, a.survey_question_id order by count(*) desc, a.survey_question_id, a.position`.execute(
    db,
  )
  return found
}
