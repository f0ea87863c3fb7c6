import { onboardingStatuses } from '@archwire/contract/billing/onboarding.ts'
import { statusById } from '@archwire/contract/core/statuses.ts'
import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { DB } from '../../../db/schema.gen.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { lockOrganization, whyClosed } from '../../organizations/index.ts'
import type { OnboardingOf } from '../policy.ts'
import { organizationOfOnboarding } from '../queries.ts'
import type { OnboardingState } from '../rules.ts'

type Row = Omit<Selectable<DB['onboardings']>, 'estimated_date_of_completion'> & {
  estimated_date_of_completion: string | null
}

/** An onboarding whose organization is locked. */
export interface LockedOnboarding {
  row: Row
  of: OnboardingOf
  state: OnboardingState
  /** Why nothing of the practice is changed, as text; null when it is. */
  closed: string | null
}

/** Locks the practice of an onboarding within reach, and reads it behind the lock. @throws NotFound */
export async function lockOnboarding(trx: Trx, actor: Actor, id: number): Promise<LockedOnboarding> {
  const organizationId = await organizationOfOnboarding(trx, actor, id)
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  const { rows: found } = await sql<Row>`
    select n.*, n.estimated_date_of_completion::text as estimated_date_of_completion
    from ${rows(actor.scope, 'onboardings', 'n')} where n.organization_id = ${organizationId}`.execute(trx)
  const row = found[0]!
  const { current_step, tracking_number, estimated_date_of_completion } = row
  return {
    row,
    of: {
      organization_id: organizationId,
      organization_disabled: organization.organization_disabled,
      current_step,
    },
    state: {
      status: statusById(onboardingStatuses, row.status),
      current_step,
      metadata: { tracking_number, estimated_date_of_completion },
    },
    closed: whyClosed(organization),
  }
}
