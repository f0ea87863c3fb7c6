import { organizations } from '@archwire/contract/organizations/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { waiveStartupFee } from './commands.ts'
import { practiceToStart } from './practice.ts'
import { presentPreference } from './present.ts'
import { listMembers, listOrganizations, listPermissions } from './queries.ts'

export function organizationRoutes(serve: Serve, config: Config): void {
  serve(organizations.list, ({ db, actor, query }) => listOrganizations(db, actor, query))

  serve(organizations.currentUserPermissions, async ({ db, actor, params }) => ({
    permissions: await listPermissions(db, actor, params.id),
  }))

  serve(organizations.waiveStartupFee, async ({ trx, actor, params }) => ({
    organization: await waiveStartupFee(trx, actor, params.id),
    message: 'The start-up fee is waived.',
  }))

  serve(organizations.rxFormPreference, async ({ db, actor, params }) =>
    presentPreference(actor, await practiceToStart(db, actor, params.id), config),
  )

  serve(organizations.listMembers, async ({ db, actor, params }) => ({
    members: await listMembers(db, actor, params.id),
  }))
}
