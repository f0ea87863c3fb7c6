import { isManagement, type UserRole } from '@archwire/contract/roles.ts'
import type { Trx } from '../../../db/client.ts'
import { linkTo, openLink, queueLinkMail, voidTokens } from '../../auth/index.ts'
import { firstPasswordMail } from '../mails.ts'

interface Addressee {
  id: number
  first_name: string
  email: string
  role: UserRole | null
}

/**
 * Sends a link to choose the first password; earlier ones stop working, or only those made before `voids.before`. `sentBy`:
 * who of the lab sends it; absent where a stranger asked for it.
 */
export async function sendFirstPasswordLink(
  trx: Trx,
  to: Addressee,
  publicUrl: string,
  { sentBy, ...voids }: { before?: Date; sentBy?: number } = {},
): Promise<void> {
  await voidTokens(trx, ['initial'], to.id, voids)
  const token_id = await openLink(trx, 'initial', to.id)
  // The page leads the lab back to its own door afterwards (`access/doors`).
  const more = { mode: 'initial', ...(isManagement(to.role) && { userRole: to.role! }) }
  const mail = firstPasswordMail(to.first_name, linkTo(publicUrl, 'reset-password', more))
  await queueLinkMail(
    trx,
    { ...mail, to: to.email, kind: 'access.initial', ...(sentBy !== undefined && { sentBy }) },
    { token_id },
  )
}
