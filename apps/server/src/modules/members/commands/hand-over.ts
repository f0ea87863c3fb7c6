import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound, permit } from '../../../kernel/errors.ts'
import { handOverCases } from '../../cases/index.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { may } from '../policy.ts'
import { isDoctorOf } from '../queries.ts'
import { blocked } from '../rules.ts'

interface Handing {
  organizationId: number
  from: number
  to: number
  which: 'open' | 'all'
}

/** Hands cases over to a doctor of the organization, whom `field` names in a refusal. @throws Invalid for anyone else */
export async function handOver(trx: Trx, actor: Actor, handing: Handing, field: string): Promise<number> {
  const { organizationId, from, to } = handing
  if (to === from || !(await isDoctorOf(trx, organizationId, to)))
    throw new Invalid({ [field]: ['Choose another doctor of the organization.'] })
  return handOverCases(trx, actor, handing)
}

/** Whether a person has cases in an organization, or is a member of it, archived or not. */
async function isKnownThere(trx: Trx, actor: Actor, organizationId: number, userId: number): Promise<boolean> {
  const found = await sql<{ known: boolean }>`
    select exists (select 1 from ${rows(actor.scope, 'patients', 'p')} where p.organization_id = ${organizationId} and p.user_id = ${userId})
      or exists (select 1 from memberships m where m.organization_id = ${organizationId} and m.user_id = ${userId}) as known`.execute(
    trx,
  )
  return found.rows[0]!.known
}

/** Hands all cases of a doctor, who may have left, to another one (`people/hand-over`); returns how many. */
export async function handOverPatients(
  trx: Trx,
  actor: Actor,
  { id, from, to }: { id: number; from: number; to: number },
): Promise<number> {
  const organization = await lockOrganization(trx, actor, id)
  permit(may.hand_over(actor, organization), blocked.change(organization))
  if (!(await isKnownThere(trx, actor, id, from))) throw new NotFound('This doctor')
  return handOver(trx, actor, { organizationId: id, from, to, which: 'all' }, 'to_user_id')
}
