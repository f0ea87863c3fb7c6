import { membershipPermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import { permissionNames, type Permission } from '@archwire/contract/permissions.ts'
import { isManagement, isStaff, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import type { EmailChange } from '@archwire/contract/users/schema.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { named, prepared } from '../../db/prepared.ts'
import { labScope, rows, type Scope } from '../../db/scope.ts'
import type { Actor, ActorMembership } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Unauthenticated } from '../../kernel/errors.ts'
import { auditRows } from '../../kernel/audit.ts'
import { hasBlockedOrder } from '../../kernel/why-closed.ts'
import { statusOf } from '../organizations/index.ts'
import { emailChangeJson } from './email-changes.ts'
import { freshToken, hashOf } from './one-time-tokens.ts'

/** A membership as the session query reads it. */
export interface MembershipRow {
  organization_id: number
  role: OrganizationRole
  custom_permissions: string[]
  name: string
  account_number: string
  kind: 'practice' | 'partner'
  suspended: boolean
  blocked: boolean
  disabled: boolean
  startup_fee_paid: boolean
}

export interface UserRow {
  id: number
  first_name: string
  last_name: string
  full_name: string
  email: string
  account_number: string
  role: UserRole | null
  custom_permissions: string[]
  time_zone: string | null
  memberships: MembershipRow[]
}

export interface SessionRow extends UserRow {
  session_id: number
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  remember_me: boolean
}

const userColumns = sql`u.id, u.first_name, u.last_name, u.full_name, u.email, u.account_number, u.role, u.custom_permissions,
  u.time_zone, coalesce((select json_agg(json_build_object('organization_id', m.organization_id, 'role', m.role,
      'custom_permissions', m.custom_permissions, 'name', o.name, 'account_number', o.account_number, 'kind', o.kind,
      'suspended', o.suspended_at is not null, 'blocked', ${hasBlockedOrder(labScope)}, 'disabled', o.disabled_at is not null,
      'startup_fee_paid', o.startup_fee_settled_at is not null) order by m.id)
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id and o.deleted_at is null), '[]'::json) as memberships`

const sessionColumns = sql`s.id as session_id, s.created_at, s.last_seen_at, s.expires_at, s.remember_me, ${userColumns}`

const findSession = prepared<{ tokenHash: Buffer; now: Date }, SessionRow>(
  'auth.session',
  (values) => sql`
    select ${sessionColumns} from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${values.tokenHash} and s.revoked_at is null and s.expires_at > ${values.now} and u.deleted_at is null`,
)

/** Finds the signed-in person behind a token, in one statement; undefined for unknown, ended or archived. */
export async function readSession(db: Db, token: string, config: Config): Promise<SessionRow | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [row] = await findSession(db, { tokenHash: hashOf(token), now: now() })
  return row && sessionLives(row, config) ? row : undefined
}

/** Neither expired nor, for management, idle for too long. */
export function sessionLives(session: SessionRow, config: Config): boolean {
  const idle = now().getTime() - session.last_seen_at.getTime()
  if (isManagement(session.role) && idle > config.session.managementIdleMinutes * 60_000) return false
  return session.expires_at > now()
}

/** A person with the fields that only their own pages show. */
export interface PersonRow extends UserRow {
  username: string | null
  additional_emails: { id: number; email: string }[]
  version: number
  pending_email: string | null
  email_change: EmailChange | null
  /** By organization. */
  places: {
    organization_id: number
    /** Not archived, the main one first; `is_mine` where the person works. */
    locations: { id: number; location_name: string; is_main: boolean; is_mine: boolean }[]
    owner_name: string | null
    suspended_at: string | null
    /** What the type of the license allows; null: the organization has none. */
    allow_buy_seats: boolean | null
    disabled_at: string | null
    disabled_reason: string
    /** Of a practice, by its cases. */
    status: number | null
  }[]
}

/** The first or the last case of the practice `o`: one look into the index of its lists. */
const caseOf = (way: 'asc' | 'desc') => sql`(select c.submitted_at from ${rows(labScope, 'case_rows', 'c')}
  where c.organization_id = o.id and not c.cancelled and c.submitted_at is not null order by c.created_at ${sql.raw(way)} limit 1)`

const practice = {
  archivedAt: sql`o.deleted_at`,
  feeSettledAt: sql`o.startup_fee_settled_at`,
  onboardedAt: sql`o.onboarded_at`,
  firstCaseAt: caseOf('asc'),
  lastCaseAt: caseOf('desc'),
}

export async function readUser(db: Db, id: number): Promise<PersonRow | undefined> {
  const found = await named(
    'auth.person',
    sql<PersonRow>`
      select ${userColumns}, u.username, u.version,
        coalesce((select json_agg(json_build_object('id', e.id, 'email', e.email) order by e.id) from additional_emails e where e.user_id = u.id), '[]') as additional_emails,
        (select t.email from one_time_tokens t where t.user_id = u.id and t.purpose = 'email' and t.used_at is null
          and t.expires_at > ${now()} and not exists (select 1 from email_changes w where w.user_id = u.id)
          order by t.id desc limit 1) as pending_email, ${emailChangeJson()} as email_change,
        coalesce((select json_agg(json_build_object('organization_id', m.organization_id,
            'locations', coalesce((select json_agg(json_build_object('id', l.id, 'location_name', l.location_name, 'is_main', l.is_main,
                'is_mine', x.user_id is not null) order by l.is_main desc, l.location_name, l.id)
              from ${rows(labScope, 'locations', 'l')}
              left join location_users x on x.organization_id = l.organization_id and x.location_id = l.id and x.user_id = m.user_id
              where l.organization_id = m.organization_id and l.deleted_at is null), '[]'),
            'owner_name', (select w.full_name from memberships x join users w on w.id = x.user_id
              where x.organization_id = m.organization_id and x.role = 'organization_owner' and w.deleted_at is null
              order by x.id limit 1), 'suspended_at', iso(o.suspended_at), 'disabled_at', iso(o.disabled_at),
            'disabled_reason', o.disabled_reason, 'allow_buy_seats', (select t.allow_buy_seats from ${rows(labScope, 'licenses', 'q')}
              join license_types t on t.id = q.license_type_id where q.organization_id = m.organization_id),
            'status', case when o.kind = 'practice' then ${statusOf(practice, now())} end))
          from memberships m join organizations o on o.id = m.organization_id where m.user_id = u.id), '[]') as places
      from users u where u.id = ${id} and u.deleted_at is null`,
  ).execute(db)
  return found.rows[0]
}

/** The hash by which a session is found from its cookie or bearer token. */
export const sessionHash = hashOf

interface NewSession {
  userId: number
  role: UserRole | null
  rememberMe: boolean
  management: boolean
  address: string
  userAgent: string
  /** The password that was checked: no session starts when it, or the address, was changed in the meantime. */
  passwordHash?: string
  /** The session that this browser had until now; it ends. */
  before?: string
}

/**
 * Starts a session: 12 hours, or 14 days remembered (practices only), with its line in the audit log. Returns the
 * token; only its hash is stored.
 * @throws Unauthenticated when the person was archived, or has another password or an unverified address by now
 */
export async function startSession(
  db: Db,
  input: NewSession,
  config: Config,
): Promise<{ id: number; token: string; expiresAt: Date; remembered: boolean }> {
  const token = freshToken()
  const remembered = input.rememberMe && !isManagement(input.role)
  const expiresAt = new Date(now().getTime() + lifetime(remembered, config))
  // `for share`: waits for a new password that is being set, and then reads it.
  const { rows } = await sql<{ id: number }>`
    with person as (
      select u.id from users u where u.id = ${input.userId} and u.deleted_at is null
        ${input.passwordHash === undefined ? sql`` : sql`and u.password_hash = ${input.passwordHash} and u.email_verified_at is not null`} for share
    ), started as (
      insert into sessions (token_hash, user_id, remember_me, management, created_at, last_seen_at, expires_at, address, user_agent)
      select ${hashOf(token)}, person.id, ${remembered}, ${input.management}, ${now()}, ${now()}, ${expiresAt}, ${input.address},
        ${input.userAgent.slice(0, 300)} from person returning id
    ), ended as (
      update sessions s set revoked_at = ${now()} from started
      where s.token_hash = ${hashOf(input.before ?? '')} and s.revoked_at is null
    ), noted as (
      ${auditRows(
        { at: now(), userId: input.userId, address: input.address },
        sql`select 'account', id, null, null, 'signed_in', 'done', null from person`,
      )}
    )
    select id from started`.execute(db)
  const [started] = rows
  if (!started) throw new Unauthenticated('Please sign in again.')
  return { id: started.id, token, expiresAt, remembered }
}

const lifetime = (remembered: boolean, config: Config): number =>
  remembered ? config.session.rememberDays * 86_400_000 : config.session.hours * 3_600_000

/** Even an active session ends this long after its sign-in (decision 031). */
const longest = (remembered: boolean): number => (remembered ? 30 : 1) * 86_400_000

/** Extends a session, at most once a minute; updates the given row too, which others may hold. */
export async function touchSession(db: Db, session: SessionRow, config: Config): Promise<void> {
  if (now().getTime() - session.last_seen_at.getTime() < 60_000) return
  session.last_seen_at = now()
  session.expires_at = new Date(
    Math.min(
      now().getTime() + lifetime(session.remember_me, config),
      session.created_at.getTime() + longest(session.remember_me),
    ),
  )
  await db
    .updateTable('sessions')
    .set({ last_seen_at: session.last_seen_at, expires_at: session.expires_at })
    .where('id', '=', session.session_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Reads the people behind these sessions with their current rights; sessions that have ended, or been idle for too
 * long, are missing. Open streams call this every few seconds.
 */
export async function liveSessions(db: Db, ids: number[], config: Config): Promise<Map<number, Actor>> {
  const { rows } = await sql<SessionRow & { address: string }>`
    select ${sessionColumns}, s.address from sessions s join users u on u.id = s.user_id
    where s.id = any(${ids}::bigint[]) and s.revoked_at is null and s.expires_at > ${now()} and u.deleted_at is null`.execute(
    db,
  )
  return new Map(
    rows
      .filter((row) => sessionLives(row, config))
      .map((row) => [row.session_id, actorOf(row, { id: row.session_id, address: row.address })]),
  )
}

/**
 * The people `u` of a condition with their current rights, by id; archived ones are missing. For what a person opened
 * and others use without a session of that person, such as share links.
 */
export async function currentActors(db: Db, which: RawBuilder<unknown>): Promise<Map<number, Actor>> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users u where u.deleted_at is null and ${which}`.execute(db)
  return new Map(rows.map((row) => [row.id, actorOf(row, { id: null, address: '' })]))
}

const known = (names: string[]): Permission[] =>
  names.filter((name): name is Permission => (permissionNames as string[]).includes(name))

/** Builds the actor that the rest of the server knows the session's person as. */
export function actorOf(user: UserRow, session: { id: number | null; address: string }): Actor {
  const permissions = new Set([...(user.role ? userRolePermissions[user.role] : []), ...known(user.custom_permissions)])
  const memberships: ActorMembership[] = user.memberships.map((membership) => ({
    organizationId: membership.organization_id,
    role: membership.role,
    permissions: new Set([
      ...membershipPermissions(user.role, membership.role),
      ...known(membership.custom_permissions),
    ]),
  }))
  return {
    userId: user.id,
    name: user.full_name,
    role: user.role,
    isManagement: isManagement(user.role),
    readOnly:
      user.role === 'lab_partner' && memberships.length > 0 && user.memberships.every(({ disabled }) => disabled),
    permissions,
    memberships,
    scope: scopeOf(user, permissions, memberships),
    sessionId: session.id,
    address: session.address,
    now: now(),
  }
}

function scopeOf(user: UserRow, permissions: ReadonlySet<Permission>, memberships: ActorMembership[]): Scope {
  if (isStaff(user.role)) return { kind: 'lab' }
  const organizations = memberships.map((membership) => membership.organizationId)
  if (user.role === 'lab_partner') return { kind: 'partner', organizations }
  const any: Permission = 'organization.patients.view-any'
  const all = memberships
    .filter((membership) => permissions.has(any) || membership.permissions.has(any))
    .map((membership) => membership.organizationId)
  return { kind: 'practice', user: user.id, all, own: organizations.filter((id) => !all.includes(id)) }
}

/**
 * Refuses when the session ended while this call waited for the person's row, as by a new password: its effects must
 * not outlive the session (`access/voids`). A separate statement, so that it sees the changes the previous one waited
 * for.
 */
export async function requireSession(trx: Trx, { sessionId }: Actor): Promise<void> {
  const { rows } = await sql`select 1 from sessions where id = ${sessionId} and revoked_at is null`.execute(trx)
  if (rows.length === 0) throw new Unauthenticated()
}
