import { invoiceStatuses } from '@archwire/contract/billing/statuses.ts'
import { onboardingStatuses } from '@archwire/contract/billing/onboarding.ts'
import type { QuickGlance } from '@archwire/contract/organizations/quick-glance.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { statusLookup } from '../case-core/index.ts'
import { paymentStatusSql } from '../contracts/index.ts'

/** States of payment by key, to look one up inside SQL. */
const payments = JSON.stringify({
  ...Object.fromEntries(Object.entries(invoiceStatuses).map(([key, said]) => [key, { key, ...said }])),
  SUSPENDED: { key: 'SUSPENDED', label: 'Suspended', color: 'green' },
})

/**
 * A practice at a glance, for the lab's staff alone (`organizations/quick-glance`).
 * @throws Forbidden for everyone else; NotFound
 */
export async function quickGlance(db: Db, actor: Actor, id: number): Promise<QuickGlance> {
  permit(isStaff(actor.role), null)
  const { scope } = actor
  const { rows: found } = await sql<{ glance: QuickGlance }>`
    select jsonb_build_object('account_number', o.account_number, 'joined_at', iso(o.created_at),
      'newest_case_submission', (select iso(max(c.submitted_at)) from ${rows(scope, 'case_rows', 'c')}
        where c.organization_id = o.id),
      'number_of_users', (select count(*)::int from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and u.deleted_at is null),
      'number_of_patients', (select count(*)::int from ${rows(scope, 'case_rows', 'c')}
        where c.organization_id = o.id and not c.archived),
      'manager', (select jsonb_build_object('id', u.id, 'full_name', u.full_name)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and u.deleted_at is null
          and m.role in ('organization_manager', 'organization_owner')
        order by m.role = 'organization_manager' desc, m.created_at, u.id limit 1),
      'payment', ${payments}::jsonb -> ${paymentStatusSql(scope)},
      'onboarding', ${statusLookup(onboardingStatuses)} -> (select b.status::text from ${rows(scope, 'onboardings', 'b')}
        where b.organization_id = o.id)) as glance
    from organizations o where o.id = ${id} and ${organizationCondition(scope, 'o', 'id')}`.execute(db)
  if (!found[0]) throw new NotFound('This organization')
  return found[0].glance
}
