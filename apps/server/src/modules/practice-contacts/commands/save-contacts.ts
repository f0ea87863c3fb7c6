import { mostInvited } from '@archwire/contract/contacts/fields.ts'
import { invitationProblem } from '@archwire/contract/contacts/rules.ts'
import type { ContactBody, ContactsEdit } from '@archwire/contract/contacts/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit } from '../../../kernel/errors.ts'
import { placed } from '../../../kernel/placed.ts'
import { record } from '../../../kernel/record.ts'
import { invite } from '../../members/index.ts'
import { lockOrganization, mayContacts, whyClosed } from '../../organizations/index.ts'
import { contactColumns, contactsVersion } from '../queries.ts'

interface Saving {
  id: number
  edit: ContactsEdit
  publicUrl: string
}

/** What is known of a contact before the save: an invitation is sent once. */
type Before = Map<number, { is_create_account: boolean }>

/**
 * Replaces the contacts of a practice: those with an id stay, others are added, missing ones are removed. Contacts that are
 * to have an account are invited as members, each once; if one cannot be invited, nothing is saved.
 * @throws NotFound, Forbidden, Conflict, Invalid at the fields of the row: `contacts.2.email`
 */
export async function saveContacts(trx: Trx, actor: Actor, { id, edit, publicUrl }: Saving): Promise<void> {
  const practice = await lockOrganization(trx, actor, id, { only: 'practice' })
  permit(mayContacts.change(actor, practice), whyClosed(practice))
  const { version, before } = await readBefore(trx, actor, id)
  checkVersion(edit.version, version)
  refuse(problemsOf(edit.contacts, before))
  const invited = edit.contacts.map((contact) => contact.is_create_account && !wasInvited(contact, before))
  refuse(await inviteAll(trx, actor, { id, contacts: edit.contacts, invited, publicUrl }))
  const contacts = edit.contacts.map((contact) => ({
    ...contact,
    is_create_account: contact.is_create_account || wasInvited(contact, before),
  }))
  await write(trx, actor, { id, contacts, version: version + 1 })
  const data = { contacts: contacts.length, invited: invited.filter(Boolean).length }
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'contacts_changed', data }])
}

const wasInvited = ({ id }: ContactBody, before: Before): boolean =>
  id !== undefined && before.get(id)?.is_create_account === true

function refuse(problems: Record<string, string[]>): void {
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
}

/** The list as it is, behind the lock of its practice. */
async function readBefore(trx: Trx, actor: Actor, id: number): Promise<{ version: number; before: Before }> {
  const found = await sql<{ version: number; contacts: { id: number; is_create_account: boolean }[] }>`
    select ${contactsVersion(actor)} as version,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'is_create_account', c.is_create_account))
        from ${rows(actor.scope, 'practice_contacts', 'c')} where c.organization_id = o.id), '[]') as contacts
    from organizations o where o.id = ${id}`.execute(trx)
  const { version, contacts } = found.rows[0]!
  return { version, before: new Map(contacts.map((contact) => [contact.id, contact])) }
}

/** What is wrong with the list beyond its single fields, by row and field. */
function problemsOf(contacts: readonly ContactBody[], before: Before): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const seen = new Set<number>()
  for (const [at, contact] of contacts.entries()) {
    if (contact.id !== undefined) {
      if (!before.has(contact.id)) problems[`contacts.${at}.id`] = ['This contact is no longer in the list.']
      else if (seen.has(contact.id)) problems[`contacts.${at}.id`] = ['Each once']
      seen.add(contact.id)
    }
    const problem = wasInvited(contact, before) ? undefined : invitationProblem(contact)
    if (problem !== undefined) problems[`contacts.${at}.email`] = [problem]
  }
  return problems
}

/** Sends the invitations; returns why some cannot be sent, by row. The caller's transaction takes the others back then. */
async function inviteAll(
  trx: Trx,
  actor: Actor,
  {
    id,
    contacts,
    invited,
    publicUrl,
  }: { id: number; contacts: readonly ContactBody[]; invited: boolean[]; publicUrl: string },
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {}
  let count = 0
  for (const [at, { email }] of contacts.entries()) {
    if (!invited[at]) continue
    count += 1
    if (count > mostInvited) {
      problems[`contacts.${at}.email`] = [`At most ${mostInvited} accounts at once.`]
      continue
    }
    const problem = (await isInvited(trx, actor, id, email))
      ? 'This person is invited already.'
      : await inviteOne(trx, actor, { id, email, publicUrl })
    if (problem !== null) problems[`contacts.${at}.email`] = [problem]
  }
  return problems
}

/** Whether an invitation of this address waits for its answer: another one would take its place. */
async function isInvited(trx: Trx, actor: Actor, id: number, email: string): Promise<boolean> {
  const found = await sql`
    select 1 from ${rows(actor.scope, 'invitations', 'i')}
    where i.organization_id = ${id} and lower(i.email) = ${email.toLowerCase()}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${actor.now}`.execute(trx)
  return found.rows.length > 0
}

/** Invites a contact as a member who is no doctor; returns why not, as text. */
async function inviteOne(
  trx: Trx,
  actor: Actor,
  { id, email, publicUrl }: { id: number; email: string; publicUrl: string },
): Promise<string | null> {
  try {
    const body = { email, username: '', role: 'organization_member', is_doctor: false } as const
    // An invitation as a member asks for no password.
    await invite(trx, actor, { id, body, checked: false, publicUrl })
    return null
  } catch (error) {
    const fields = error instanceof Invalid && typeof error.body.error === 'object' ? error.body.error : {}
    const reason = fields.email?.[0]
    if (reason === undefined) throw error
    return reason
  }
}

/** Writes the list of a practice that is locked. */
async function write(
  trx: Trx,
  actor: Actor,
  { id, contacts, version }: { id: number; contacts: ContactBody[]; version: number },
): Promise<void> {
  const wanted = contacts.map((contact, position) => ({ ...placed(contact), position }))
  const columns = sql.join(['position', ...contactColumns].map((name) => sql.ref(name)))
  const values = sql.join(['position', ...contactColumns].map((name) => sql.ref(`w.${name}`)))
  const set = sql.join(['position', ...contactColumns].map((name) => sql`${sql.ref(name)} = ${sql.ref(`w.${name}`)}`))
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id int, position int, first_name text,
        last_name text, title text, email text, phone_number text, notes text, is_create_account boolean)
    ), gone as (
      delete from practice_contacts c where ${inScope(actor.scope, 'practice_contacts', 'c')} and c.organization_id = ${id}
        and not exists (select 1 from wanted w where w.id = c.id)
    ), kept as (
      update practice_contacts c set ${set}, updated_at = ${actor.now} from wanted w
      where ${inScope(actor.scope, 'practice_contacts', 'c')} and c.organization_id = ${id} and c.id = w.id
    ), list as (
      insert into practice_contact_lists (organization_id, version, updated_at) values (${id}, ${version}, ${actor.now})
      on conflict (organization_id) do update set version = excluded.version, updated_at = excluded.updated_at
    )
    insert into practice_contacts (organization_id, ${columns}, created_at, updated_at)
    select ${id}::int, ${values}, ${actor.now}::timestamptz, ${actor.now}::timestamptz from wanted w
    where w.id is null order by w.position`.execute(trx)
}
