import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { rxFormColumns, rxFormEntries, rxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormChange, RxFormRevision, SubmittedValues } from '@archwire/contract/rx-forms/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { rows, scoped, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { isOfSeveral, nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { keepPromised } from '../calendar/index.ts'
import { readsPrices } from '../pricing/index.ts'

/** A submitted form as its fields hold it: what a change starts from (`rx-form/change`). */
export interface SubmittedForm {
  version: number
  values: SubmittedValues
  /** What it costs, by which list and own prices of the practice; null for cases without a price. */
  priceList: number | null
  priceOverrides: number
  priceLines: PriceLine[] | null
  /** False for what was submitted before the ledger started (`billing/before`). */
  isBilled: boolean
  /** Whether the case has scans of an arch that were submitted. */
  hasScans: boolean
}

const submitted = rxFormEntries.filter(([, field]) => field.keptWith !== 'files')
const columnOf = ([name, { keptWith, kind }]: (typeof submitted)[number]): RawBuilder<unknown> => {
  const column = sql.ref(`${keptWith === 'patient' ? 'p' : 'r'}.${name}`)
  return sql`${sql.lit(name)}, ${kind === 'day' ? sql`${column}::text` : column}`
}

/** Reads the form of a case; 404 for one out of reach, and for one without a form. */
export async function readForm(db: Db, scope: Scope, patientId: number): Promise<SubmittedForm> {
  const found = await sql<SubmittedForm>`
    select r.version, r.price_list as "priceList", r.price_overrides as "priceOverrides", r.price_lines as "priceLines", r.is_billed as "isBilled", jsonb_build_object(${sql.join(submitted.map(columnOf))}) as values, exists (select from patient_files s
      where s.organization_id = p.organization_id and s.patient_id = p.id and s.kind = 'submission'
      and s.patient_file_type_id = ${ids(patientFileTypes.stl)} and s.deleted_at is null) as "hasScans"
    from ${rows(scope, 'patients', 'p')} join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    where p.id = ${patientId}`.execute(db)
  const [form] = found.rows
  if (!form) throw new NotFound('This Rx form')
  return form
}

/** Names and number of a case are fields of its form, too: who corrects them makes another version of it. */
export async function raiseVersion(trx: Trx, facts: { id: number; organization_id: number }): Promise<void> {
  await sql`update rx_forms set version = version + 1
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}`.execute(trx)
}

/** A change of a form as the rules completed it. */
export interface FormChange {
  organizationId: number
  patientId: number
  before: SubmittedForm
  /** Names of its fields that changed, and all values. */
  changed: readonly RxFormName[]
  values: RxFormValues
  changes: readonly RxFormChange[]
  afterApproval: boolean
  /** When it arrives and leaves, where that is planned anew. */
  plan: { arrival: string | null; ship: string | null; approveBy: Date | null } | null
  /** What it costs from now on, where that is changed. */
  price: { list: number; overrides: number; lines: readonly PriceLine[] } | null
}

/** Writes the form's new values and the revision that tells them from those before. The case is locked by the caller. */
export async function writeChange(trx: Trx, actor: Actor, revision: FormChange): Promise<void> {
  const { before, values, plan, price } = revision
  const own = rxFormColumns.filter((name) => revision.changed.includes(name))
  const written = own.map((name) => {
    const { kind } = rxFormFields[name]
    if (kind === 'teeth') return sql`${sql.ref(name)} = ${JSON.stringify(values[name])}::jsonb`
    return kind === 'libraries'
      ? sql`${sql.ref(name)} = ${values[name]}::int[]`
      : sql`${sql.ref(name)} = ${values[name]}`
  })
  const planned = plan
    ? [
        sql`arrival_date = ${plan.arrival}`,
        sql`ship_date = ${plan.ship}`,
        keepPromised(actor, plan.ship),
        sql`approve_by = ${plan.approveBy}`,
      ]
    : []
  const priced = price
    ? [
        sql`price_list = ${price.list}`,
        sql`price_overrides = ${price.overrides}`,
        sql`price_lines = ${JSON.stringify(price.lines)}::jsonb`,
      ]
    : []
  const set = sql.join([...written, ...planned, ...priced, sql`version = version + 1`, sql`updated_at = ${actor.now}`])
  await sql`
    with form as (update rx_forms set ${set} where organization_id = ${revision.organizationId} and patient_id = ${revision.patientId})
    insert into rx_form_revisions (organization_id, patient_id, version, at, user_id, user_name, after_approval, changes, before, price_lines_before)
    values (${revision.organizationId}, ${revision.patientId}, ${before.version + 1}, ${actor.now}, ${actor.userId}, ${actor.name},
      ${revision.afterApproval}, ${JSON.stringify(revision.changes)}::jsonb, ${JSON.stringify(before.values)}::jsonb,
      ${price && before.priceLines ? JSON.stringify(before.priceLines) : null}::jsonb)`.execute(trx)
}

/** Notes that this person has read a form's changes up to a version (`rx-form/revisions`); false for the second time. */
export async function noteRead(
  trx: Trx,
  actor: Actor,
  read: { organizationId: number; patientId: number; version: number },
): Promise<boolean> {
  const noted = await scoped(trx, actor.scope)
    .add('rx_form_reads')
    .values({
      organization_id: read.organizationId,
      patient_id: read.patientId,
      version: read.version,
      user_id: actor.userId,
      user_name: actor.name,
      at: actor.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .execute()
  return noted.length > 0
}

/** Anyone who changes a form all the time makes no page heavy: the newest changes of one that are shown, and listed. */
const [mostShown, mostListed] = [5, 50]

const doer = (alias: string) => sql`'user_name', ${sql.ref(`${alias}.user_name`)},
  'role', (select u.role from users u where u.id = ${sql.ref(`${alias}.user_id`)})`

/** Changes of the form of the case `p` by others that this person has not read, while the case continues; the newest first. */
export const unreadJson = (
  userId: number,
): RawBuilder<unknown> => sql`case when p.deleted_at is not null or r.cancelled_at is not null
    or p.completed_at is not null then '[]'::jsonb else coalesce((
  select jsonb_agg(jsonb_build_object('version', v.version, 'at', iso(v.at), ${doer('v')}, 'after_approval', v.after_approval,
    'changes', v.changes) order by v.version desc)
  from (select * from rx_form_revisions l where l.organization_id = p.organization_id and l.patient_id = p.id
    order by l.version desc limit ${sql.lit(mostShown)}) v where v.user_id <> ${userId}
    and not exists (select from rx_form_reads d where d.organization_id = v.organization_id and d.patient_id = v.patient_id
      and d.user_id = ${userId} and d.version >= v.version)), '[]'::jsonb) end`

type Doer = { user_name: string; role: UserRole | null }
export type UnreadRow = Omit<RxFormRevision, 'seen_by' | 'user_name'> & Doer

/** The name of the entry that says what the case costs after a change. */
export const priceChange = 'price'

/**
 * Puts the lab in the place of its people for readers who do not learn their names (`people/doer`), and leaves the price
 * out for those who do not read it.
 */
export const presentUnread = (
  actor: Pick<Actor, 'role'>,
  { role, ...row }: UnreadRow,
): Omit<RxFormRevision, 'seen_by'> => ({
  ...row,
  changes: readsPrices(actor) ? row.changes : row.changes.filter(({ field }) => field !== priceChange),
  user_name: nameOfDoer(actor, { name: row.user_name, role }),
})

/** Every change of a case's form, the newest first, each with those who read it: of the lab a practice learns when first. */
export async function listRevisions(
  db: Db,
  actor: Actor,
  rxFormId: number,
): Promise<{ patientId: number; revisions: RxFormRevision[] }> {
  type Row = UnreadRow & { reads: (Doer & { at: string })[] }
  const found = await sql<{ revisions: Row[]; patient_id: number }>`
    select coalesce((select jsonb_agg(jsonb_build_object('version', v.version, 'at', iso(v.at), ${doer('v')},
        'after_approval', v.after_approval, 'changes', v.changes,
        'reads', coalesce((select jsonb_agg(jsonb_build_object('at', iso(d.at), ${doer('d')}) order by d.at)
          from (select distinct on (x.user_id) x.* from rx_form_reads x where x.organization_id = v.organization_id
            and x.patient_id = v.patient_id and x.version >= v.version order by x.user_id, x.at) d), '[]'::jsonb)) order by v.version desc)
      from (select * from rx_form_revisions l where l.organization_id = p.organization_id and l.patient_id = p.id
        order by l.version desc limit ${sql.lit(mostListed)}) v), '[]'::jsonb) as revisions, p.id as patient_id
    from ${rows(actor.scope, 'patients', 'p')} join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    where r.id = ${rxFormId}`.execute(db)
  const [row] = found.rows
  if (!row) throw new NotFound('This Rx form')
  const revisions = row.revisions.map(({ reads, ...revision }) => {
    const seen = reads.map(({ at, role, user_name: name }) => ({ at, name: nameOfDoer(actor, { name, role }) }))
    // Several people of the lab are one lab to a practice, several of the practice one to a partner.
    const seen_by = seen.filter(
      ({ name }, index) => !isOfSeveral(name) || seen.findIndex((other) => other.name === name) === index,
    )
    return { ...presentUnread(actor, revision), seen_by }
  })
  return { patientId: row.patient_id, revisions }
}
