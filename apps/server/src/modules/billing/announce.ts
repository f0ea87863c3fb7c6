import { toDollars } from '@archwire/contract/core/money.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Announcement } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { announceAbout } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import { noticeWords } from './notice-words.ts'

interface Announced {
  id: number
  organization_id: number
  invoice_id: number
  cents: number
  message: string
  practice: string
  owners: { name: string; email: string }[]
}

/** The job about an activity of an order: bell entries for owners and managers, and mails to owners. */
export const announce = announceAbout('order', {
  read: readOrder,
  words({ event, practice, owners, ...found }, { publicUrl }) {
    const words = noticeWords[event as EventOf<'order'>]
    if (!words) return []
    const order = { ...found, total: inDollars(found.cents) }
    const link = words.link(order)
    const letter = (name: string | null) =>
      words.mail && { ...words.mail(name, order, { practice, link: publicUrl + link }), kind: `order.${event}` }
    const mail = owners.flatMap(({ name, email }) => {
      const own = letter(name)
      return own ? [{ ...own, to: email }] : []
    })
    const bell = [{ to: 'managers', message: words.message(order), link } as const]
    return [{ kind: words.kind, bell, mail, copy: letter(null) }]
  },
})

/** The order, what the provider said of its last payment, and the practice with its owners. */
async function readOrder(db: Db, { id }: Announcement): Promise<Announced | undefined> {
  const { rows: found } = await sql<Announced>`
    select r.id, r.organization_id, r.invoice_id, r.total_cents as cents, ${shownName('o')} as practice,
      coalesce((select y.message from ${rows(labScope, 'payments', 'y')}
        where y.organization_id = r.organization_id and y.order_id = r.id order by y.id desc limit 1), '') as message,
      coalesce((select jsonb_agg(jsonb_build_object('name', u.full_name, 'email', u.email) order by u.id)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null), '[]') as owners
    from ${rows(labScope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where r.id = ${id} and o.deleted_at is null`.execute(db)
  return found[0]
}

const inDollars = (cents: number): string => `$${toDollars(cents).toFixed(2)}`
