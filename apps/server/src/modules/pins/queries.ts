import type { Pin } from '@archwire/contract/pins/routes.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { Author } from '@archwire/contract/users/author.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { caseInReach } from '../case-core/index.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { may, type PinFacts } from './policy.ts'
import { authorJson } from '../users/index.ts'

type Row = Omit<Pin, 'can'> & PinFacts & { archived: boolean; author_role: UserRole | null; done_role: UserRole | null }

const readPins = async (db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<Pin[]> =>
  (
    await sql<Row>`
    select n.id, n.number, f.kind, n.file_id, coalesce(f.jaws_id, 3) as jaws_id, array[n.x, n.y, n.z] as point, n.text,
      ${authorJson('a')} as author, a.role as author_role, iso(n.created_at) as created_at, iso(n.done_at) as done_at,
      case when d.id is null then null else ${authorJson('d')} end as done_by, d.role as done_role,
      f.deleted_at is not null as is_earlier, n.version,
      n.created_by, o.disabled_at is not null as organization_disabled, p.deleted_at is not null as archived
    from pins n join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = n.organization_id and p.id = n.patient_id
    join organizations o on o.id = n.organization_id
    join patient_files f on f.organization_id = n.organization_id and f.id = n.file_id
    join users a on a.id = n.created_by left join users d on d.id = n.done_by
    where ${where} and n.deleted_at is null order by n.number`.execute(db)
  ).rows.map((row) => present(actor, row))

/** A pin as the API shows it; buttons as the policy and the case's state allow. */
function present(actor: Actor, row: Row): Pin {
  const { created_by, organization_disabled, archived, author_role, done_role, ...pin } = row
  const facts = { created_by, organization_disabled }
  /** Practices read the lab, not who of it (`people/doer`). */
  const shown = (person: Author, role: UserRole | null): Author => ({
    ...person,
    full_name: nameOfDoer(actor, { name: person.full_name, role }),
  })
  return {
    ...pin,
    author: shown(pin.author, author_role),
    done_by: pin.done_by && shown(pin.done_by, done_role),
    can: {
      edit: !archived && may.edit(actor, facts),
      remove: !archived && may.remove(actor, facts),
      complete: !archived && may.complete(actor, facts),
    },
  }
}

/** The comments on a case in reach, by number, and whether one may be added. */
export async function listPins(
  db: Db,
  actor: Actor,
  patientId: number,
): Promise<{ pins: Pin[]; can: { add: boolean } }> {
  const caseRow = await caseInReach(db, actor, patientId)
  return {
    pins: await readPins(
      db,
      actor,
      sql`n.organization_id = ${caseRow.organization_id} and n.patient_id = ${patientId}`,
    ),
    can: { add: !caseRow.archived && may.add(actor, caseRow) },
  }
}

/** One pin of a case in reach; 404 otherwise. */
export async function findPin(db: Db, actor: Actor, id: number): Promise<Pin> {
  const [pin] = await readPins(db, actor, sql`n.id = ${id}`)
  if (!pin) throw new NotFound('This comment')
  return pin
}
