import { permissions, type Permission } from '@archwire/contract/permissions.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkOwnPassword } from '../auth/index.ts'
import { archivePerson, restorePerson } from './commands/archive.ts'
import { addPerson, newPersonAsksForPassword } from './commands/create.ts'
import { addEmail, removeEmail } from './commands/emails.ts'
import { cancelNewEmail } from './commands/new-email.ts'
import { sendLinkAgain } from './commands/first-links.ts'
import { mayTogglePermission, togglePermission } from './commands/permissions.ts'
import { removePerson } from './commands/remove.ts'
import { asksForPassword, updatePerson } from './commands/update.ts'
import { findPerson, listUsers } from './queries.ts'

const saved = {
  same: 'The user is saved.',
  changed: 'The user is saved. We have sent a mail to the new address.',
  waits:
    'The user is saved. The new email waits for a click in the mail that we have sent to it, and for 24 hours. The old address can cancel it.',
}

/** Registers the lab's calls about people. Tries of the own password count before the transaction. */
export function userRoutes(serve: Serve, config: Config): void {
  const publicUrl = homeOf(config)
  /** Checks the editor's own password where the change asks for it; returns whether it was checked. */
  const checkWhere = async (asks: boolean, db: Db, actor: Actor, password: string | undefined) => {
    if (asks) await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
    return asks
  }

  serve(users.list, ({ db, actor, query }) => listUsers(db, actor, query))

  serve(users.get, async ({ db, actor, params }) => ({ user: await findPerson(db, actor, params.id) }))

  serve(users.create, {
    prepare: ({ db, actor, body }) =>
      checkWhere(newPersonAsksForPassword(actor, body), db, actor, body.current_password),
    handle: async ({ trx, actor, body, prepared: checked }) => {
      const id = await addPerson(trx, actor, body, { checked, publicUrl })
      const message = 'The user is added. We have sent them a link to choose a password.'
      return { user: await findPerson(trx, actor, id), message }
    },
  })

  serve(users.update, {
    prepare: async ({ db, actor, params, body }) =>
      checkWhere(await asksForPassword(db, actor, params.id, body), db, actor, body.current_password),
    handle: async ({ trx, actor, params, body, prepared: checked }) => {
      const { email } = await updatePerson(trx, actor, params.id, body, { checked, publicUrl })
      return { user: await findPerson(trx, actor, params.id), message: saved[email] }
    },
  })

  serve(users.cancelEmailChange, async ({ trx, actor, params }) => {
    await cancelNewEmail(trx, actor, params.id)
    return { user: await findPerson(trx, actor, params.id), message: 'The change is canceled. The email stays.' }
  })

  serve(users.sendLink, async ({ trx, actor, params }) => {
    await sendLinkAgain(trx, actor, params.id, publicUrl)
    const message = 'We have sent the link to choose a password again.'
    return { user: await findPerson(trx, actor, params.id), message }
  })

  serve(users.remove, async ({ trx, actor, params }) => {
    await removePerson(trx, actor, params.id, publicUrl)
    return { message: 'The user is deleted.' }
  })

  serve(users.archive, async ({ trx, actor, params, body }) => {
    const handedOver = await archivePerson(trx, actor, params.id, body, publicUrl)
    const message = `The user is archived.${handedOver === 0 ? '' : ` Cases handed over: ${handedOver}.`}`
    return { user: await findPerson(trx, actor, params.id), message }
  })

  serve(users.restore, async ({ trx, actor, params }) => {
    await restorePerson(trx, actor, params.id)
    return { user: await findPerson(trx, actor, params.id), message: 'The user is restored.' }
  })

  serve(users.toggleCustomPermission, {
    prepare: async ({ db, actor, params, body }) =>
      checkWhere(await mayTogglePermission(db, actor, params.id), db, actor, body.current_password),
    handle: async ({ trx, actor, params, body, prepared: checked }) => {
      const enabled = await togglePermission(trx, actor, params.id, { ...body, checked })
      const [label] = permissions[body.permission as Permission]
      const message = `"${label}" is turned ${enabled ? 'on' : 'off'}.`
      return { user: await findPerson(trx, actor, params.id), message }
    },
  })

  serve(users.addEmail, async ({ trx, actor, body }) => ({
    email: await addEmail(trx, actor, body, publicUrl),
    message: 'The email is added.',
  }))

  serve(users.removeEmail, async ({ trx, actor, params }) => {
    await removeEmail(trx, actor, params.id)
    return { message: 'The email is deleted.' }
  })
}
