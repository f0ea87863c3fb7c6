import type { ListedLibrary } from '@archwire/contract/bracket-libraries/schema.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { libraryMembersJson, readPractice, selectsDoctorHere, type OrganizationState } from '../organizations/index.ts'
import { may } from './policy.ts'
import { decideLibrary } from './rules.ts'

type LibraryRow = Omit<ListedLibrary, 'can'>

const columnsFor = (
  actor: Actor,
) => sql`b.id, b.name, b.version, iso(b.created_at) as created_at, iso(b.updated_at) as updated_at,
  case when b.storage_key is not null then
    jsonb_build_object('name', b.file_name, 'size', b.file_size, 'uploaded_at', iso(b.uploaded_at)) end as file,
  coalesce((select jsonb_agg(m.user_id order by m.user_id) from bracket_library_members m
    where m.organization_id = b.organization_id and m.bracket_library_id = b.id), '[]') as member_ids,
  ${libraryMembersJson(actor.scope)} as members`

/** The libraries of the organization `o` that the actor sees; people who submit as themselves, those they may name. */
const seen = (actor: Actor, organizationId: number): RawBuilder<unknown> => sql`
  ${rows(actor.scope, 'bracket_libraries', 'b')} where b.organization_id = o.id and b.deleted_at is null
    and (${selectsDoctorHere(actor, { id: organizationId })}::boolean
      or not exists (select 1 from bracket_library_members m
        where m.organization_id = b.organization_id and m.bracket_library_id = b.id)
      or exists (select 1 from bracket_library_members m
        where m.organization_id = b.organization_id and m.bracket_library_id = b.id and m.user_id = ${actor.userId}))`

const present = (actor: Actor, practice: OrganizationState, row: LibraryRow): ListedLibrary => ({
  ...row,
  can: decideLibrary(actor, practice, { hasFile: row.file !== null }),
})

/** The bracket libraries of a practice that the actor sees, by name. @throws NotFound, Forbidden */
export async function listLibraries(db: Db, actor: Actor, id: number): Promise<ListedLibrary[]> {
  const { libraries, ...practice } = await readPractice<{ libraries: LibraryRow[] }>(db, actor, id, {
    may: may.read,
    also: sql`coalesce((select jsonb_agg(to_jsonb(x) order by plain(x.name), x.id)
      from (select ${columnsFor(actor)} from ${seen(actor, id)}) x), '[]') as libraries`,
  })
  return libraries.map((row) => present(actor, practice, row))
}

/** One library, as its list shows it. @throws NotFound */
export async function findLibrary(
  db: Db,
  actor: Actor,
  { id, libraryId }: { id: number; libraryId: number },
): Promise<ListedLibrary> {
  const { library, ...practice } = await readPractice<{ library: LibraryRow | null }>(db, actor, id, {
    may: may.read,
    also: sql`(select to_jsonb(x) from (select ${columnsFor(actor)} from ${seen(actor, id)} and b.id = ${libraryId}) x) as library`,
  })
  if (!library) throw new NotFound('This bracket library')
  return present(actor, practice, library)
}

/** A link to the file of a library. @throws NotFound, Forbidden */
export async function giveDownloadLink(
  db: Db,
  actor: Actor,
  storage: Storage,
  { id, libraryId }: { id: number; libraryId: number },
): Promise<string> {
  const { file } = await readPractice<{ file: { key: string | null; name: string } | null }>(db, actor, id, {
    may: may.read,
    also: sql`(select jsonb_build_object('key', b.storage_key, 'name', b.file_name)
      from ${seen(actor, id)} and b.id = ${libraryId}) as file`,
  })
  if (!file) throw new NotFound('This bracket library')
  if (file.key === null) throw new NotFound('The file of this bracket library')
  return storage.getLink(file.key, { type: 'application/octet-stream', fileName: file.name })
}

export interface AssignableMember {
  id: number
  full_name: string
  is_doctor: boolean
}

/** The people of a practice whom a library can be assigned to, by last name. @throws NotFound, Forbidden */
export async function listAssignable(db: Db, actor: Actor, id: number): Promise<AssignableMember[]> {
  const { people } = await readPractice<{ people: AssignableMember[] }>(db, actor, id, {
    may: may.manage,
    also: sql`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'full_name', u.full_name,
        'is_doctor', u.role is not distinct from 'doctor') order by u.last_name, u.first_name, u.id)
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.id and u.deleted_at is null), '[]') as people`,
  })
  return people
}
