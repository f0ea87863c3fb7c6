import { mostLibraries } from '@archwire/contract/bracket-libraries/fields.ts'
import type { LibraryBody, LibraryEdit } from '@archwire/contract/bracket-libraries/schema.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, NotFound, permit, refuse } from '../../kernel/errors.ts'
import { enqueue } from '../../kernel/outbox.ts'
import { record } from '../../kernel/record.ts'
import { archiveRow, lockRow, updateVersioned } from '../../kernel/records.ts'
import type { Storage } from '../../services/storage/index.ts'
import { claimUpload, sealUploads } from '../files/index.ts'
import { lockOrganization, readPractice, whyArchived } from '../organizations/index.ts'
import { may } from './policy.ts'

/** Refuses people who cannot change the libraries of a practice now. @throws NotFound, Forbidden, Conflict */
export async function permitChange(db: Db, actor: Actor, organizationId: number): Promise<void> {
  refuse(whyArchived(await readPractice(db, actor, organizationId, { may: may.manage })))
}

/** Locks the practice for a change of its libraries by a person who may. @throws NotFound, Forbidden, Conflict */
async function lockToChange(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  const practice = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(may.manage(actor, practice), whyArchived(practice))
}

/** Seals the upload of a new library's file, before the transaction that adds the library. @throws Invalid */
export async function sealLibrary(
  db: Db,
  actor: Actor,
  storage: Storage,
  { organizationId, file_path }: { organizationId: number; file_path: string },
): Promise<void> {
  await permitChange(db, actor, organizationId)
  const problems = await sealUploads(db, storage, actor, [{ file_path, purpose: 'library' }], organizationId)
  if (problems.size > 0) throw new Invalid({ file_path: [...problems.values()] })
}

/** Adds a bracket library; returns its id. */
export async function addLibrary(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { name, member_ids, file_path }: LibraryBody,
): Promise<number> {
  await lockToChange(trx, actor, organizationId)
  await checkName(trx, actor, organizationId, { name, but: 0 })
  await checkRoom(trx, actor, organizationId)
  const upload = await claimUpload(trx, actor, { file_path, purpose: 'library', organizationId })
  const { id } = await scoped(trx, actor.scope)
    .add('bracket_libraries')
    .values({
      organization_id: organizationId,
      name,
      storage_key: upload.storage_key,
      file_name: upload.name,
      file_size: upload.size,
      uploaded_at: actor.now,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await assign(trx, { id, organization_id: organizationId }, member_ids)
  await enqueue(trx, 'bracket-libraries.store', { bracket_library_id: id })
  await tell(trx, actor, { organizationId, id, name, event: 'library_added' })
  return id
}

/** Renames a bracket library, or sets whose it is. */
export async function changeLibrary(
  trx: Trx,
  actor: Actor,
  { id: organizationId, libraryId: id }: { id: number; libraryId: number },
  { version, member_ids, ...values }: LibraryEdit,
): Promise<void> {
  const row = await lockLibrary(trx, actor, organizationId, id)
  if (values.name !== undefined) await checkName(trx, actor, organizationId, { name: values.name, but: id })
  await updateVersioned(trx, 'bracket_libraries', row, version, values, actor.now)
  if (member_ids) await assign(trx, row, member_ids)
  await tell(trx, actor, { organizationId, id, name: values.name ?? row.name, event: 'library_changed' })
}

/** Takes a bracket library off the list; cases that name it keep it. */
export async function deleteLibrary(
  trx: Trx,
  actor: Actor,
  { id: organizationId, libraryId: id }: { id: number; libraryId: number },
): Promise<void> {
  const row = await lockLibrary(trx, actor, organizationId, id)
  await archiveRow(trx, 'bracket_libraries', row, actor.now)
  await tell(trx, actor, { organizationId, id, name: row.name, event: 'library_deleted' })
}

/**
 * Locks a practice and one of its libraries for a change by a person who may. One of another practice, in the address of
 * this one, does not exist. @throws NotFound, Forbidden, Conflict
 */
async function lockLibrary(trx: Trx, actor: Actor, organizationId: number, id: number) {
  const practice = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  const row = await lockRow(trx, actor.scope, 'bracket_libraries', id, 'This bracket library')
  if (row.organization_id !== organizationId) throw new NotFound('This bracket library')
  permit(may.manage(actor, practice), whyArchived(practice))
  return row
}

/** @throws Invalid for a name that another library of the practice has */
async function checkName(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { name, but }: { name: string; but: number },
): Promise<void> {
  const { rows } = await sql`
    select 1 from bracket_libraries b where ${inScope(actor.scope, 'bracket_libraries', 'b')}
      and b.organization_id = ${organizationId} and b.deleted_at is null and plain(b.name) = plain(${name})
      and b.id <> ${but}`.execute(trx)
  if (rows.length > 0) throw new Invalid({ name: ['There is a bracket library of this name already.'] })
}

/** @throws Conflict when the practice has as many libraries as it can have */
async function checkRoom(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  const { count } = await scoped(trx, actor.scope)
    .from('bracket_libraries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostLibraries)
    throw new Conflict(`A practice can have at most ${mostLibraries} bracket libraries.`)
}

/**
 * Sets whose a library is. Assigned people who have left the practice can stay, as the list shows them.
 * @throws Invalid for people who never were of the practice
 */
async function assign(trx: Trx, library: { id: number; organization_id: number }, people: number[]): Promise<void> {
  const { rows } = await sql<{ strangers: number }>`
    with gone as (
      delete from bracket_library_members where organization_id = ${library.organization_id}
        and bracket_library_id = ${library.id} and user_id <> all(${people}::int[])
    ), known as (
      select m.user_id from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${library.organization_id} and u.deleted_at is null
    ), assigned as (
      insert into bracket_library_members (organization_id, bracket_library_id, user_id)
      select ${library.organization_id}::int, ${library.id}::int, k.user_id from known k where k.user_id = any(${people}::int[])
      on conflict do nothing
    )
    select count(*)::int as strangers from unnest(${people}::int[]) wanted (id)
    where wanted.id not in (select user_id from known)
      and not exists (select 1 from bracket_library_members b where b.organization_id = ${library.organization_id}
        and b.bracket_library_id = ${library.id} and b.user_id = wanted.id)`.execute(trx)
  if (rows[0]!.strangers > 0) throw new Invalid({ member_ids: ['Only members of the organization can be assigned.'] })
}

const tell = (
  trx: Trx,
  actor: Actor,
  about: {
    organizationId: number
    id: number
    name: string
    event: 'library_added' | 'library_changed' | 'library_deleted'
  },
): Promise<void> =>
  record(trx, actor, [
    {
      subject: 'organization',
      id: about.organizationId,
      organizationId: about.organizationId,
      event: about.event,
      data: { bracket_library_id: about.id, name: about.name },
    },
  ])
