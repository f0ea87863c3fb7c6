import type { Db } from '../db/client.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { changeSettings } from '../modules/notification-settings/index.ts'
import type { DemoPeople } from './people.ts'
import { demoDomain } from './published.ts'

/** A practice that wants no emails about print requests, and a copy for its front desk when a print ships. */
export async function makeNotificationSettings(db: Db, { users, organizations }: DemoPeople): Promise<void> {
  const owner = actorOf((await readUser(db, users.get('harbor')!))!, { id: null, address: '' })
  await db.transaction().execute((trx) =>
    changeSettings(trx, owner, organizations.get('harbor')!, {
      print_requested: { enabled: false, additional_emails: [] },
      print_completed: { enabled: true, additional_emails: [`harbor.frontdesk@${demoDomain}`] },
    }),
  )
}
