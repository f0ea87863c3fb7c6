import type { OrganizationBody } from '@archwire/contract/organizations/schema.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { createAccount, createOrganization } from '../../organizations/index.ts'
import { addOwner } from '../../users/index.ts'
import { mayCreate } from '../policy.ts'

/**
 * Creates an organization and its owner, who gets a mail with a link to choose the first password
 * (`organizations/who-creates`). Returns its id. @throws Forbidden, Invalid by field
 */
export async function addOrganization(
  trx: Trx,
  actor: Actor,
  { organization: name = '', kind = 'practice', ...owner }: OrganizationBody,
  publicUrl: string,
): Promise<number> {
  permit(mayCreate(actor, kind), null)
  if (kind === 'partner' && name === '') throw new Invalid({ organization: ['Required'] })
  const id =
    name === ''
      ? await createAccount(trx, { createdBy: actor.userId })
      : await createOrganization(trx, { name, kind, createdBy: actor.userId })
  await addOwner(
    trx,
    actor,
    { ...owner, role: kind === 'partner' ? 'lab_partner' : 'doctor', organizationId: id },
    publicUrl,
  )
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'created', data: { kind } }])
  return id
}
