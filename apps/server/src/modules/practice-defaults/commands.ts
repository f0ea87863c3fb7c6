import type {
  InitialSetupEdit,
  PrintRequestEdit,
  RxFormPreferenceEdit,
} from '@archwire/contract/practice-defaults/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, Invalid, permit } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import {
  findPractice,
  lockOrganization,
  preferenceNames,
  whyArchived,
  type Practice,
  type Preferences,
} from '../organizations/index.ts'
import { may } from './policy.ts'
import { problemsOfForm, problemsOfInitialSetup, problemsOfPrintRequest } from './rules.ts'

/**
 * Changes what the forms of a practice start with; whether its cases may be rush cases is the lab's to say. Returns the
 * practice as it is then. @throws NotFound, Forbidden, Conflict, Invalid by field
 */
export function changeForm(
  trx: Trx,
  actor: Actor,
  id: number,
  { rush_case_enabled, tooth_numbering, ...edit }: RxFormPreferenceEdit,
): Promise<Practice> {
  return change(trx, actor, id, edit as Edit, async (practice, next) => {
    const own = {
      rush_case_enabled: rush_case_enabled ?? practice.rush_case_enabled,
      tooth_numbering: tooth_numbering ?? practice.tooth_numbering,
    }
    const changesRush = own.rush_case_enabled !== practice.rush_case_enabled
    permit(!changesRush || may.change_rush(actor), null)
    refuse(problemsOfForm(practice, next))
    if (!changesRush && own.tooth_numbering === practice.tooth_numbering) return false
    await sql`update organizations set rush_case_enabled = ${own.rush_case_enabled}, tooth_numbering = ${own.tooth_numbering},
      version = version + 1, updated_at = ${actor.now} where id = ${id}`.execute(trx)
    return true
  })
}

/** Changes who may make the setups of a practice, and who usually does. @throws NotFound, Forbidden, Conflict, Invalid */
export const changeInitialSetup = (trx: Trx, actor: Actor, id: number, edit: InitialSetupEdit): Promise<Practice> =>
  change(trx, actor, id, edit, (practice) => refuse(problemsOfInitialSetup(practice, edit)))

/** Changes who may print, and where prints usually ship. @throws NotFound, Forbidden, Conflict, Invalid by field */
export const changePrintRequest = (trx: Trx, actor: Actor, id: number, edit: PrintRequestEdit): Promise<Practice> =>
  change(trx, actor, id, edit, (practice) => refuse(problemsOfPrintRequest(practice, edit)))

type Edit = Partial<Preferences> & { version?: number | undefined }

function refuse(problems: Record<string, string[]>): false {
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return false
}

/**
 * One change of the defaults. `check` refuses what is wrong, and says whether it changed something besides; what changes
 * nothing leaves no trace.
 */
async function change(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...sent }: Edit,
  check: (practice: Practice, next: Preferences) => boolean | Promise<boolean>,
): Promise<Practice> {
  const locked = await lockOrganization(trx, actor, id, { only: 'practice' })
  permit(may.change(actor, locked), whyArchived(locked))
  const practice = await findPractice(trx, actor, id)
  checkVersion(version, practice.preferences.version)
  const edit = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const next: Preferences = { ...practice.preferences, ...edit }
  const also = await check(practice, next)
  const differs = JSON.stringify(next) !== JSON.stringify(practice.preferences)
  if (!differs && !also) return practice
  await write(trx, actor, id, next)

  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'defaults_changed' }])
  return findPractice(trx, actor, id)
}

/** Writes all preferences of a practice whose row is locked, and raises their version. */
async function write(trx: Trx, actor: Actor, organizationId: number, next: Preferences): Promise<void> {
  const values = preferenceNames.map((name) => {
    const value = next[name]
    return Array.isArray(value) ? sql`${value}::int[]` : sql`${value}`
  })
  const columns = sql.join(preferenceNames.map((name) => sql.ref(name)))
  await sql`
    insert into rx_form_preferences (organization_id, version, updated_at, ${columns})
    values (${organizationId}, ${next.version + 1}, ${actor.now}, ${sql.join(values)})
    on conflict (organization_id) do update set version = excluded.version, updated_at = excluded.updated_at,
      ${sql.join(preferenceNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(trx)
}

/**
 * Raises the version of a practice's preferences, whose form also shows whether its cases may be rush cases: an edit of an
 * older form is refused. The organization is locked by the caller.
 */
export async function touchPreferences(trx: Trx, actor: Actor, organizationId: number): Promise<void> {
  await sql`
    insert into rx_form_preferences (organization_id, version, updated_at) values (${organizationId}, 2, ${actor.now})
    on conflict (organization_id) do update set version = rx_form_preferences.version + 1, updated_at = excluded.updated_at`.execute(
    trx,
  )
}
