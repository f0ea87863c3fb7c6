import { toDollars } from '@archwire/contract/core/money.ts'
import type { DifferenceKind } from '@archwire/contract/payment-differences/kinds.ts'
import { sql } from 'kysely'
import type { Announcement } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { announceAbout } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import { labMessage, ownerMessage } from './notice-words.ts'

interface Announced {
  kind: DifferenceKind
  organization_id: number | null
  order_id: number | null
  invoice_id: number | null
  practice: string | null
  /** It is archived or disabled, and its people get no notices (`notices/payments`). */
  is_closed: boolean
  expected: number | null
  reported: number | null
}

/** The job about a new difference: bell entries for the lab and for the practice's owners. */
export const announce = announceAbout('payment_difference', {
  read: readDifference,
  words({ event, expected, reported, is_closed, ...row }) {
    if (event !== 'opened') return []
    const difference = { ...row, expected: dollars(expected), reported: dollars(reported) }
    const { organization_id, order_id } = row
    const toOwners = {
      to: 'owners',
      message: ownerMessage(difference),
      link: order_id === null ? '/account?tab=6' : `/orders/${order_id}`,
    } as const
    const bell = [
      {
        to: { holders: 'orders.manage' },
        message: labMessage(difference),
        link: '/payments-to-review?is_open=1',
      } as const,
      ...(organization_id === null || is_closed ? [] : [toOwners]),
    ]
    return [{ kind: null, bell }]
  },
})

async function readDifference(db: Db, { id }: Announcement): Promise<Announced | undefined> {
  const { rows: found } = await sql<Announced>`
    select d.kind, d.organization_id, d.order_id, r.invoice_id, ${shownName('o')} as practice,
      coalesce(o.deleted_at, o.disabled_at) is not null as is_closed, d.expected_cents as expected,
      d.reported_cents as reported
    from payment_differences d left join organizations o on o.id = d.organization_id
      left join ${rows(labScope, 'orders', 'r')} on r.organization_id = d.organization_id and r.id = d.order_id
    where d.id = ${id}`.execute(db)
  return found[0]
}

const dollars = (cents: number | null): number | null => (cents === null ? null : toDollars(cents))
