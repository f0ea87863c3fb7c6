import { toDollars } from '@archwire/contract/core/money.ts'
import type { DifferenceKind } from '@archwire/contract/payment-differences/kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import type { Announcement } from '../../kernel/record.ts'
import { notify, organizationPeople, permissionHolders } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import { labMessage, ownerMessage } from './notice-words.ts'

interface Announced {
  kind: DifferenceKind
  organization_id: number | null
  order_id: number | null
  invoice_id: number | null
  practice: string | null
  expected: number | null
  reported: number | null
}

/** The job behind a new difference: bell entries for the lab and for the practice's owners, once. */
export async function announce(db: Db, { id, event, at, user_id }: Announcement): Promise<void> {
  if (event !== 'opened') return
  const { rows: found } = await sql<Announced>`
    select d.kind, d.organization_id, d.order_id, r.invoice_id, ${shownName('o')} as practice, d.expected_cents as expected,
      d.reported_cents as reported
    from payment_differences d left join organizations o on o.id = d.organization_id
      left join ${rows(labScope, 'orders', 'r')} on r.organization_id = d.organization_id and r.id = d.order_id
    where d.id = ${id}`.execute(db)
  const [row] = found
  if (!row) return
  const { organization_id: organizationId, order_id: orderId } = row
  const difference = { ...row, expected: dollars(row.expected), reported: dollars(row.reported) }
  const lab = await permissionHolders(db, 'orders.manage')
  const owners = organizationId === null ? [] : await organizationPeople(db, organizationId, 'owners')
  const bell = [
    ...lab.map((user) => ({ user, message: labMessage(difference), link: '/payments-to-review?is_open=1' })),
    ...owners
      .filter((user) => !lab.includes(user))
      .map((user) => ({
        user,
        message: ownerMessage(difference),
        link: orderId === null ? '/account?tab=6' : `/orders/${orderId}`,
      })),
  ]
  await db.transaction().execute((trx) =>
    notify(trx, {
      kind: null,
      type: `payment_difference.${event}`,
      at: new Date(at),
      organizationId,
      about: { subject: 'payment_difference', id },
      historyId: null,
      by: user_id,
      bell,
    }),
  )
}

const dollars = (cents: number | null): number | null => (cents === null ? null : toDollars(cents))
