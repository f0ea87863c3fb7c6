import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { organizationCondition, type Scope } from '../../db/scope.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'

/** A practice as someone who starts a case has to know it. */
export interface Practice {
  id: number
  name: string
  account_number: string
  partner: { id: number; name: string } | null
  rush_case_enabled: boolean
  startup_fee_paid: boolean
  disabled: boolean
  /** Why no case can be started now, in words. */
  blocked: string | null
  /** Doctors of the practice, by last name. */
  doctor_ids: number[]
  locations: { id: number; is_main: boolean; country: string }[]
}

type PracticeRow = Omit<Practice, 'blocked'> & { suspended: boolean }

const practiceColumns = sql`
  o.id, o.name, o.account_number, o.rush_case_enabled, o.startup_fee_settled_at is not null as startup_fee_paid,
  o.suspended_at is not null as suspended, o.disabled_at is not null as disabled,
  (select jsonb_build_object('id', t.id, 'name', t.name) from organizations t where t.id = o.third_party_partner_id and t.deleted_at is null) as partner,
  coalesce((select array_agg(u.id order by u.last_name, u.first_name, u.id) from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.role = 'doctor' and u.deleted_at is null), '{}') as doctor_ids,
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'is_main', l.is_main, 'country', l.country) order by l.is_main desc, l.id)
    from locations l where l.organization_id = o.id and l.deleted_at is null), '[]') as locations`

const practiceBy = (id: number, scope: Scope, also: RawBuilder<unknown>) => sql`
  select ${practiceColumns}, ${also} from organizations o
  where o.id = ${id} and o.deleted_at is null and o.kind = 'practice' and ${organizationCondition(scope, 'o', 'id')}`

const readPractice = prepared<{ id: number; scope: Scope }, PracticeRow>('organizations.practice', ({ id, scope }) =>
  practiceBy(id, scope, sql`1`),
)
const readAndLock = prepared<{ id: number; scope: Scope; firstName: string; lastName: string }, PracticeRow>(
  'organizations.lock-for-submit',
  ({ id, scope, firstName, lastName }) =>
    practiceBy(
      id,
      scope,
      sql`pg_advisory_xact_lock(hashtextextended(plain(${firstName}) || ' ' || plain(${lastName}), o.id))`,
    ),
)

function practiceOf(row: PracticeRow | undefined): Practice {
  if (!row) throw new NotFound('This organization')
  return {
    ...row,
    blocked: !row.startup_fee_paid
      ? 'Start-up Fee for Organization not paid.'
      : row.suspended
        ? 'The subscription of this organization is suspended.'
        : row.disabled
          ? 'This organization is disabled.'
          : null,
  }
}

export const findPractice = async (db: Db, { scope }: Actor, id: number): Promise<Practice> =>
  practiceOf((await readPractice(db, { id, scope }))[0])

/**
 * The practice, and a lock on the patient's name in it until the end of the transaction: cases of one name get their
 * suffixes one after the other.
 */
export const lockForSubmit = async (
  trx: Trx,
  { scope }: Actor,
  id: number,
  { first_name: firstName, last_name: lastName }: Pick<RxFormValues, 'first_name' | 'last_name'>,
): Promise<Practice> => practiceOf((await readAndLock(trx, { id, scope, firstName, lastName }))[0])

/** True when the actor may start a case for this practice: by permission everywhere, or by membership there. */
export const startsCasesHere = (actor: Actor, practice: Pick<Practice, 'id'>): boolean =>
  holds(actor, ['rx-forms.create', 'organization.rx-forms.create'], practice.id)

/** The practice, for somebody who may start a case there. @throws Forbidden, NotFound */
export async function practiceToStart(db: Db, actor: Actor, id: number): Promise<Practice> {
  const practice = await findPractice(db, actor, id)
  if (!startsCasesHere(actor, practice)) throw new Forbidden()
  return practice
}
