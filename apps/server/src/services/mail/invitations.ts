import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid } from '../../kernel/errors.ts'

/** Mails with a link of an account to an address that someone entered for it. */
export type LinkKind = 'access.initial' | 'access.new_email'

/** Mails that people send to any address they enter: how often is limited. */
export type InvitationKind = 'access.invitation' | 'access.sign_up_invitation' | LinkKind

/**
 * How many mails of a kind an organization (null: the lab) sent within the last day, or of those one person: to each of some
 * addresses, in small letters, and in all. The caller holds a lock, so that simultaneous senders count each other.
 */
export async function countInvitations(
  db: Db,
  {
    kind,
    organizationId,
    to,
    by,
  }: {
    kind: InvitationKind
    organizationId: number | null
    to?: readonly string[]
    by?: number
  },
): Promise<{ all: number; byAddress: Map<string, number> }> {
  const { rows } = await sql<{ address: string; count: number }>`
    select lower(m.to_address) as address, count(*)::int as count from mails m
    where m.kind = ${sql.lit(kind)} and m.created_at > ${new Date(now().getTime() - 86_400_000)}
      and ${organizationId === null ? sql`m.organization_id is null` : sql`m.organization_id = ${organizationId}`}
      ${to === undefined ? sql`` : sql`and lower(m.to_address) = any(${to}::text[])`}
      ${by === undefined ? sql`` : sql`and m.sent_by_user_id = ${by}`}
    group by 1`.execute(db)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return { all, byAddress: new Map(rows.map(({ address, count }) => [address, count])) }
}

/** Mails with a link of one kind that one person has sent to one address within a day. */
const mostLinks = 5

/**
 * Refuses a further mail with a link to an address to which the same person had several sent within a day: what others enter
 * or ask for uses up no one's. The caller holds the lock of the address or of the only person to whom it is sent.
 * @throws Invalid at `email`
 */
export async function refuseManyLinks(
  db: Db,
  kind: LinkKind,
  { email, by }: { email: string; by: number },
): Promise<void> {
  const { all } = await countInvitations(db, { kind, organizationId: null, to: [email.toLowerCase()], by })
  if (all >= mostLinks)
    throw new Invalid({ email: ['You have sent this email several links today. Please try again tomorrow.'] })
}
