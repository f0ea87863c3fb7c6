import { toDollars } from '@archwire/contract/core/money.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import type { Announcement } from '../../kernel/record.ts'
import { notify, organizationPeople } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import type { NoticeOrder } from './mails.ts'
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

/** The job behind an `announce` about an order: bell entries and mails, once, however often it runs. */
export async function announce(db: Db, { id, event, at, user_id }: Announcement, publicUrl: string): Promise<void> {
  const words = noticeWords[event as EventOf<'order'>]
  const announced = words && (await readOrder(db, id))
  if (!words || !announced) return
  const { organization_id: organizationId, practice, owners } = announced
  const order: NoticeOrder = { ...announced, total: inDollars(announced.cents) }
  const link = words.link(order)
  const people = await organizationPeople(db, organizationId, 'managers')
  const letter = (name: string | null) =>
    words.mail && { ...words.mail(name, order, { practice, link: publicUrl + link }), kind: `order.${event}` }
  const notice = {
    kind: words.kind,
    type: `order.${event}`,
    at: new Date(at),
    organizationId,
    about: { subject: 'order', id } as const,
    historyId: null,
    by: user_id,
  }
  const bell = people.map((user) => ({ user, message: words.message(order), link }))
  const mail = owners.flatMap(({ name, email }) => {
    const own = letter(name)
    return own ? [{ ...own, to: email }] : []
  })
  await db.transaction().execute((trx) => notify(trx, { ...notice, bell, mail, copy: letter(null) }))
}

/** The order, what the provider said of its last payment, and the practice with its owners. */
async function readOrder(db: Db, id: number): Promise<Announced | undefined> {
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
