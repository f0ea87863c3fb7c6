import { contacts } from '@archwire/contract/contacts/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { readContacts } from './queries.ts'
import { saveContacts } from './commands/save-contacts.ts'

/** Registers the calls about the contacts of practices. */
export function practiceContactRoutes(serve: Serve, config: Config): void {
  const publicUrl = homeOf(config)

  serve(contacts.list, ({ db, actor, params }) => readContacts(db, actor, params.id))

  serve(contacts.update, async ({ trx, actor, params, body }) => {
    await saveContacts(trx, actor, { id: params.id, edit: body, publicUrl })
    return { ...(await readContacts(trx, actor, params.id)), message: 'The contacts are saved.' }
  })
}
