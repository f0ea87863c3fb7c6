import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { doctorStill, isItsWork, seesCase } from '../case-core/index.ts'

/** The case `p` with what `peopleJson` needs: its work is that of the open print, before it of the setup. */
export const caseAndWork = (scope: Scope): RawBuilder<unknown> => sql`
  ${rows(scope, 'patients', 'p')}
  left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
  left join lateral (select pr.* from printing_requests pr join customer_requests cr on cr.organization_id = pr.organization_id
      and cr.id = pr.customer_request_id
    where pr.organization_id = p.organization_id and pr.patient_id = p.id and cr.status_id = ${ids(customerRequestStatuses.pending)}
    order by pr.id desc limit 1) pr on true
  left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id and ${isItsWork}
  left join users d on d.id = ${doctorStill}`

/** Everyone who sees the case `p`, as `{ id, name, role, membership }`: those who can be mentioned. */
export const seersJson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name, 'role', u.role,
    'membership', (select m.role from memberships m where m.user_id = u.id and m.organization_id = p.organization_id limit 1))
    order by u.full_name, u.id)
  from users u where ${seesCase('u')}), '[]')`

/** Ids of those who wrote in the conversation of the case `p` before. */
export const writersJson = sql`coalesce((select jsonb_agg(distinct x.user_id) from messages x
  where x.organization_id = p.organization_id and x.patient_id = p.id), '[]')`
