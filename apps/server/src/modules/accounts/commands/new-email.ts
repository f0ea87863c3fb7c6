import type { Db, Trx } from '../../../db/client.ts'
import { Invalid } from '../../../kernel/errors.ts'
import { dueEmailChange, dueEmailChanges, endEmailChange, waitingEmailChange } from '../../auth/index.ts'
import { askerLost, askerMayChangeEmail } from '../../users/index.ts'
import { recordAccount } from '../record-account.ts'
import { changeEmail } from './profile.ts'

interface Applied {
  email: string
  /** The staff member who asked for it; undefined where the person did. */
  askedBy: number | null | undefined
  address: string
  publicUrl: string
}

/** Makes a verified new address the current one, with its line in the audit log. @throws Invalid when it is taken */
export async function applyEmail(trx: Trx, userId: number, { email, askedBy, ...by }: Applied): Promise<void> {
  const from = await changeEmail(trx, userId, email, `${by.publicUrl}/forgot-password`)
  const asked = askedBy === undefined ? {} : { asked_by: askedBy }
  await recordAccount(trx, { userId, address: by.address, event: 'email_changed', data: { from, to: email, ...asked } })
}

/**
 * Ends a change that waits when the staff member who asked for it may not change the email now, with its line in the
 * audit log. Returns whether it did. The person is locked.
 */
async function endIfLost(
  trx: Trx,
  userId: number,
  { askedBy, address }: { askedBy: number | null; address: string },
): Promise<boolean> {
  if (await askerMayChangeEmail(trx, { userId, askedBy })) return false
  await endEmailChange(trx, userId)
  await recordAccount(trx, { userId, address, event: 'email_change_canceled', data: askerLost })
  return true
}

/** Before a link to a new email is used: ends the change, for good, if its asker lost the right to it. Returns whether it did. */
export const endLostEmailChange = (db: Db, userId: number, address: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const waiting = await waitingEmailChange(trx, userId)
    return waiting !== undefined && endIfLost(trx, userId, { askedBy: waiting.asked_by, address })
  })

const lockUser = (trx: Trx, userId: number) =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()

/**
 * The job behind emails that staff asked for: applies those whose 24 hours are over and whose address was confirmed
 * (`people/new-email`). An address that another account took in the meantime ends the change, and so does an asker who may not
 * change it any more.
 */
export async function applyDueEmails(db: Db, publicUrl: string): Promise<void> {
  for (const userId of await dueEmailChanges(db)) await applyDue(db, userId, publicUrl)
}

async function applyDue(db: Db, userId: number, publicUrl: string): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      // The lock first: a change that is being canceled no longer exists after it.
      await lockUser(trx, userId)
      const due = await dueEmailChange(trx, userId)
      if (!due || (await endIfLost(trx, userId, { askedBy: due.asked_by, address: '' }))) return
      await applyEmail(trx, userId, { email: due.email, askedBy: due.asked_by, address: '', publicUrl })
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof Invalid)) throw error
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId)
        await endEmailChange(trx, userId)
        const data = { reason: 'another account has the address' }
        await recordAccount(trx, { userId, address: '', event: 'email_change_canceled', data })
      })
    })
}
