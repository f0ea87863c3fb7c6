import { dayWords } from '@archwire/contract/core/dates.ts'
import { isToBegin } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import {
  changedFields,
  changeErrors,
  settleChange,
  wordChange,
  type FieldChange,
  type Names,
} from '@archwire/contract/rx-forms/modification.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { librariesWith } from '@archwire/contract/rx-forms/preferences.ts'
import { validate } from '@archwire/contract/rx-forms/rules.ts'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid } from '../../../kernel/errors.ts'
import { fullNameOf, transition, type CaseFacts } from '../../case-core/index.ts'
import { methodName } from '../../calendar/index.ts'
import { chargeChange } from '../../charges/index.ts'
import { renameInBells } from '../../notifications/index.ts'
import { findPractice, type Practice } from '../../organizations/index.ts'
import { writeChange, type SubmittedForm } from '../../rx-forms/index.ts'
import { partnerPrints, shipOpenPrints } from '../../requests/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { planSetupSteps } from '../../work/index.ts'
import { contextOf, namedWrongly, planOf, type Lab } from './form-checks.ts'
import { priceAnew, wordPrice, type Priced } from './price.ts'
import { renameCase } from './rename.ts'

/** Days of arrival and shipping follow from these. */
const planned: readonly RxFormName[] = [
  'products_list',
  'export_type',
  'print_assignment',
  'shipping_method',
  'bonding_date',
  'rush_case',
]

/** A change of a form that is allowed: its case, locked; the form as it is; what was sent; the fields that are open. */
interface FormChange {
  facts: CaseFacts
  form: SubmittedForm
  sent: Partial<RxFormValues>
  open: ReadonlySet<RxFormName>
}

/** What the history says of a change: what changed, and the states that the case moved between. */
interface Changed {
  note: string
  from?: string
  to?: string
}

/**
 * Writes a change of a submitted form, and everything that follows (`rx-form/change-follows`): name, doctor, partner, work
 * steps, days, price. Null where nothing changed. The caller concludes the case. @throws Invalid by field
 */
export async function changeForm(
  trx: Trx,
  actor: Actor,
  { facts, form, sent, open }: FormChange,
  lab: Lab,
): Promise<Changed | null> {
  const before: RxFormValues = { ...form.values, stl_files: [], rx_intraoral_photos: [] }
  const practice = await findPractice(trx, actor, facts.organization_id)
  const context = contextFor(before, form.hasScans, facts, contextOf(practice, actor, lab))
  refuseClosed(before, { ...before, ...sent }, open)
  const values = settleChange(before, { ...before, ...sent }, open, context)
  const changed = changedFields(before, values)
  refuseUndone(before, sent, values)
  if (changed.length === 0) return null
  // A day that has passed no longer plans anything.
  const stands =
    values.bonding_date === null || values.bonding_date >= context.today || changed.includes('bonding_date')
  const plan = stands && changed.some((name) => planned.includes(name)) ? planOf(values, actor.now, lab) : null
  const wrong = changeErrors(
    { ...namedWrongly(values, context, practice), ...validate(values, context) },
    before,
    values,
    open,
  )
  const errors = { ...(plan?.problem && { bonding_date: [plan.problem] }), ...wrong } as Record<string, string[]>
  if (Object.keys(errors).length > 0) throw new Invalid(errors)

  const afterApproval = facts.status === 'approved' || facts.status === 'completed'
  const changes = wordChange(before, values, {
    ...(await namesFor(trx, facts, before, values)),
    tooth_numbering: practice.tooth_numbering,
  })
  const price = await priceAnew(trx, facts, form, values, changed)
  await writeChange(trx, actor, {
    organizationId: facts.organization_id,
    patientId: facts.id,
    before: form,
    changed,
    values,
    changes: [...changes, ...wordPrice(form, price)],
    afterApproval,
    plan,
    price,
  })
  const moved = await follow(trx, actor, facts, { changed, values, practice })
  if (price && form.isBilled) await charge(trx, actor, facts, form, price, lab.zone)
  if (plan && facts.status === 'approved') await shipOpenPrints(trx, actor, facts, { ...values, ...plan })
  return { ...moved, note: `${afterApproval ? 'After the approval. ' : ''}${noteOf(changes)}` }
}

/** What was possible when the form was submitted stays possible for it, whatever the practice has chosen since. */
const contextFor = (
  before: RxFormValues,
  has_scans: boolean,
  { partner_organization_id }: CaseFacts,
  context: RxFormContext,
): RxFormContext => ({
  ...context,
  has_scans,
  bracket_libraries: librariesWith(context.bracket_libraries, before.bracket_libraries),
  has_partner: context.has_partner || partner_organization_id !== null,
  rush_case_enabled: context.rush_case_enabled || before.rush_case,
})

/** Refuses new values for fields that can no longer change; the present values may be sent along. */
function refuseClosed(before: RxFormValues, sent: RxFormValues, open: ReadonlySet<RxFormName>): void {
  const closed = changedFields(before, sent).filter((name) => !open.has(name))
  if (closed.length > 0)
    throw new Invalid(Object.fromEntries(closed.map((name) => [name, ['This can no longer be changed.']])))
}

/** Refuses a value that the rules take back at once: who sent it would take it for saved. */
function refuseUndone(before: RxFormValues, sent: Partial<RxFormValues>, values: RxFormValues): void {
  const changed = changedFields(before, values)
  const undone = changedFields(before, { ...before, ...sent }).filter((name) => !changed.includes(name))
  if (undone.length > 0)
    throw new Invalid(Object.fromEntries(undone.map((name) => [name, ['This does not fit the rest of the form.']])))
}

/** The form in the ledger, as it was and as it is from now on. */
function charge(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  { version, priceLines }: SubmittedForm,
  { list, overrides, lines, delay }: Priced,
  zone: string,
): Promise<void> {
  const of = { id: facts.rx_form_id!, patientId: facts.id, list, overrides }
  const before = { ...of, version, lines: priceLines ?? [] }
  return chargeChange(trx, actor, facts, { before, after: { ...of, version: version + 1, lines }, delay }, zone)
}

/** Updates what depends on the form: names and doctor of the case, its parties, the work on its setup. */
async function follow(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  { changed, values, practice }: { changed: RxFormName[]; values: RxFormValues; practice: Practice },
): Promise<{ from?: string; to?: string }> {
  const renamed = changed.includes('first_name') || changed.includes('last_name')
  if (renamed) await renameCase(trx, facts, values)
  const makers = [values.submission_completed_by, values.print_assignment, values.insert_brackets_assignment]
  // A print may have been handed to the partner whatever the form says.
  const partner =
    makers.includes(assignment.thirdParty) || (await partnerPrints(trx, facts))
      ? (facts.partner_organization_id ?? practice.partner?.id ?? null)
      : null
  // Who corrects the case's record in the meantime has another version of it before them.
  const corrects = renamed || changed.includes('case_number_text')
  const named = await scoped(trx, actor.scope)
    .update('patients')
    .set({
      user_id: values.user_id,
      case_number_text: values.case_number_text,
      partner_organization_id: partner,
      updated_at: actor.now,
      ...(corrects && { version: facts.version + 1 }),
    })
    .where('organization_id', '=', facts.organization_id)
    .where('id', '=', facts.id)
    .returning(['first_name', 'last_name', 'numeric_suffix'])
    .executeTakeFirstOrThrow()
  await closeLostShareLinks(trx, actor, { organizationId: facts.organization_id, patientIds: [facts.id] })
  if (renamed) await renameInBells(trx, facts, fullNameOf(named))
  const inOffice = values.submission_completed_by === assignment.inOffice
  await planSetupSteps(trx, facts, inOffice ? [] : setupSteps({ ...values, impression_type: values.impression_type! }))
  // No one at the lab starts the work on it (`cases/submitted`).
  if (!inOffice || !isToBegin(facts.status)) return {}
  return { from: facts.status, to: await transition(trx, actor, facts, 'start_work') }
}

async function namesFor(trx: Trx, facts: CaseFacts, ...forms: RxFormValues[]): Promise<Omit<Names, 'tooth_numbering'>> {
  const wanted = (pick: (form: RxFormValues) => (number | null)[]) => forms.flatMap(pick).filter((id) => id !== null)
  const { rows } = await sql<{ kind: 'doctor' | 'location' | 'library'; id: number; name: string }>`
    select 'doctor' as kind, id, full_name as name from users where id = any(${wanted((form) => [form.user_id])}::int[])
    union all select 'location', l.id, l.location_name from locations l where l.organization_id = ${facts.organization_id}
      and l.id = any(${wanted((form) => [form.location_id, form.shipping_location_id])}::int[])
    union all select 'library', b.id, b.name from bracket_libraries b where b.organization_id = ${facts.organization_id}
      and b.id = any(${wanted((form) => form.bracket_libraries)}::int[])`.execute(trx)
  const nameOf = (kind: string) => (id: number) => rows.find((row) => row.kind === kind && row.id === id)?.name
  return { doctor: nameOf('doctor'), location: nameOf('location'), library: nameOf('library'), method: methodName }
}

/** The history's line; a long text is named, not repeated. */
const noteOf = (changes: readonly FieldChange[]): string =>
  changes
    .map(({ field, label, ...change }) => {
      const [from, to] = [change.from, change.to].map((text) => inNote(field, text) || 'empty')
      return change.from.length + change.to.length > 200 ? label : `${label}: ${to} (was ${from})`
    })
    .join('; ')

/** A value of a change in a sentence: days as people read them (`screens/dates`). */
const inNote = (field: string, text: string): string => {
  const isDay = field in rxFormFields && rxFormFields[field as RxFormName].kind === 'day'
  return isDay && text !== '' ? dayWords(text) : text
}
