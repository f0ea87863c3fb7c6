import { organizations } from '@archwire/contract/organizations/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { listLocationsOf } from '../locations/index.ts'
import { membersOf } from '../members/index.ts'
import { addOrganization } from './commands/create.ts'
import { archiveOrganization, restoreOrganization } from './commands/archive.ts'
import { inviteToCreate, wordResults } from './commands/invite.ts'
import { changeNotes } from './commands/notes.ts'
import { removeOrganization } from './commands/remove.ts'
import { updateOrganization } from './commands/update.ts'
import { waiveStartupFee } from './commands/waive.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { paymentInfoFor } from '../payments/index.ts'
import { billingIncluded } from './billing-included.sql.ts'
import { quickGlance } from './quick-glance.sql.ts'
import { findOrganization, listOrganizations, listTypes } from './queries.ts'

const created = {
  practice: 'The organization is created. We have sent its owner a link to choose a password.',
  partner: 'The partner lab is created. We have sent its owner a link to choose a password.',
}

/** Registers the calls about an organization as a record: found, created, changed, archived and deleted. */
export function organizationRecordRoutes(
  serve: Serve,
  { config, payments: provider }: { config: Config; payments: PaymentProvider | undefined },
): void {
  const publicUrl = homeOf(config)
  const paying = { provider, zone: config.labZone }

  serve(organizations.list, ({ db, actor, query }) => listOrganizations(db, actor, query))

  serve(organizations.get, async ({ db, actor, params: { id }, query: { include = '' } }) => {
    const asked = include.split(',')
    const organization = await findOrganization(db, actor, id)
    return { organization: { ...organization, ...(await includedIn(db, actor, id, asked, paying)) } }
  })

  serve(organizations.types, async ({ db }) => ({ data: await listTypes(db) }))

  serve(organizations.create, async ({ trx, actor, body }) => {
    const id = await addOrganization(trx, actor, body, publicUrl)
    return { organization: await findOrganization(trx, actor, id), message: created[body.kind] }
  })

  serve(organizations.update, async ({ trx, actor, params, body }) => {
    await updateOrganization(trx, actor, params.id, body, config.labZone)
    return { organization: await findOrganization(trx, actor, params.id), message: 'The organization is saved.' }
  })

  serve(organizations.remove, async ({ trx, actor, params, body }) => {
    await removeOrganization(trx, actor, params.id, body.name)
    return { message: 'The organization is deleted.' }
  })

  serve(organizations.archive, async ({ trx, actor, params, body }) => {
    await archiveOrganization(trx, actor, params.id, { version: body.version, zone: config.labZone })
    const organization = await findOrganization(trx, actor, params.id, { after: true })
    return { organization, message: 'The organization is archived.' }
  })

  serve(organizations.unArchive, async ({ trx, actor, params, body }) => {
    await restoreOrganization(trx, actor, params.id, { version: body.version, zone: config.labZone })
    return { organization: await findOrganization(trx, actor, params.id), message: 'The organization is restored.' }
  })

  serve(organizations.updateNotes, async ({ trx, actor, params, body }) => {
    await changeNotes(trx, actor, params.id, body)
    return { organization: await findOrganization(trx, actor, params.id), message: 'The notes are saved.' }
  })

  serve(organizations.sendInviteToCreate, async ({ trx, actor, body }) => {
    const results = await inviteToCreate(trx, actor, body, publicUrl)
    return { results, message: wordResults(results, actor.role === 'lab_partner') }
  })

  serve(organizations.waiveStartupFee, async ({ trx, actor, params }) => ({
    organization: await waiveStartupFee(trx, actor, params.id, config.labZone),
    message: 'The start-up fee is waived.',
  }))
}

/** What `include` asks for beside the organization itself. */
async function includedIn(
  db: Db,
  actor: Actor,
  id: number,
  asked: readonly string[],
  paying: { provider: PaymentProvider | undefined; zone: string },
) {
  return {
    ...(asked.includes('users') && { users: await membersOf(db, actor, id) }),
    ...(asked.includes('locations') && { locations: await listLocationsOf(db, actor, id) }),
    ...(asked.includes('quick_glance') && { quick_glance: await quickGlance(db, actor, id) }),
    ...(await billingIncluded(db, actor, id, asked, paying.zone)),
    ...(asked.includes('payment_info') && { payment_info: await paymentInfoFor(db, actor, id, paying) }),
  }
}
