import { toCents, toDollars } from '@archwire/contract/core/money.ts'
import type { PeriodicRuleBody, PeriodicRuleEdit } from '@archwire/contract/periodic-rules/schema.ts'
import { daysProblem, valueProblem, type RuleDays } from '@archwire/contract/periodic-rules/rules.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { rows, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, Invalid, permit } from '../../kernel/errors.ts'
import { archiveRow, lockRow, updateVersioned } from '../../kernel/records.ts'
import { record } from '../../kernel/record.ts'
import { practiceOfContract } from '../contracts/index.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { may } from './policy.ts'
import { practiceOfRule } from './queries.ts'
import { whyTooMuch } from './rules.ts'

/** A rule as it would be. Its value in cents. */
interface Wanted extends RuleDays {
  id: number | null
  organization_id: number
  contract_id: number
  cents: number
}

/**
 * Adds a rule to a contract; returns its id. It is on the open order at once (`contracts/rules-at-once`).
 * @throws NotFound, Forbidden, Conflict while the practice is archived or disabled, Invalid
 */
export async function createRule(trx: Trx, actor: Actor, body: PeriodicRuleBody): Promise<number> {
  const { value, ...rule } = body
  const organizationId = await practiceOfContract(trx, actor, rule.contract_id)
  await lockPractice(trx, actor, organizationId, may.update_value)
  const wanted = { ...rule, id: null, organization_id: organizationId, cents: toCents(value) }
  await refuseWrong(trx, actor, wanted)
  const { id } = await scoped(trx, actor.scope)
    .add('periodic_rules')
    .values({
      ...rule,
      organization_id: organizationId,
      cents: wanted.cents,
      created_at: actor.now,
      updated_at: actor.now,
      created_by_user_id: actor.userId,
      updated_by_user_id: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(trx, actor, 'rule_added', wanted, { rule_id: id, ...body })
  return id
}

/**
 * Changes a rule. An order that closed in the meantime has what held before, the open one what holds now.
 * @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function updateRule(trx: Trx, actor: Actor, id: number, edit: PeriodicRuleEdit): Promise<void> {
  const row = await lockRule(trx, actor, id, may.update)
  const { version, value, ...fields } = edit
  // Value and days are refused by the permissions of their fields; switching on goes by the value.
  if (fields.is_active && !row.is_active && !may.update_value(actor))
    throw new Forbidden("You don't have permission to set is_active.")
  const values = { ...fields, ...(value === undefined ? {} : { cents: toCents(value) }) }
  const wanted = { ...row, ...values }
  await refuseWrong(trx, actor, wanted)
  await updateVersioned(trx, 'periodic_rules', row, version, { ...values, updated_by_user_id: actor.userId }, actor.now)
  const was = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof typeof fields]] as const))
  await tell(trx, actor, 'rule_changed', row, {
    rule_id: id,
    ...fields,
    ...(value === undefined ? {} : { value }),
    was: { ...was, ...(value === undefined ? {} : { value: toDollars(row.cents) }) },
  })
}

/** Deletes a rule: open orders lose its line, closed ones keep it. @throws NotFound, Forbidden, Conflict */
export async function deleteRule(trx: Trx, actor: Actor, id: number): Promise<void> {
  const row = await lockRule(trx, actor, id, may.delete)
  await archiveRow(trx, 'periodic_rules', row, actor.now)
  const { cents, custom_description } = row
  await tell(trx, actor, 'rule_deleted', row, { rule_id: id, custom_description, value: toDollars(cents) })
}

type Policy = (typeof may)[keyof typeof may]

/** Locks a practice, as a closing does, so that both go one after the other. */
async function lockPractice(trx: Trx, actor: Actor, organizationId: number, allows: Policy): Promise<void> {
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(allows(actor), whyClosed(organization))
}

/** Locks the practice of a rule, then the rule, for someone who may change it. */
async function lockRule(trx: Trx, actor: Actor, id: number, allows: Policy) {
  await lockPractice(trx, actor, await practiceOfRule(trx, actor, id), allows)
  return lockRow(trx, actor.scope, 'periodic_rules', id, 'This periodic rule')
}

/** Refuses what no field alone can say. @throws Invalid */
async function refuseWrong(trx: Trx, { scope }: Actor, rule: Wanted): Promise<void> {
  const value = valueProblem(toDollars(rule.cents))
  const days = daysProblem(rule.applied_from, rule.applied_to)
  if (value || days) throw new Invalid({ ...(value && { value: [value] }), ...(days && { applied_to: [days] }) })
  if (!rule.is_active) return
  const { rows: others } = await sql<{ cents: number }>`
    select u.cents from ${rows(scope, 'periodic_rules', 'u')}
    where u.organization_id = ${rule.organization_id} and u.contract_id = ${rule.contract_id} and u.is_active and u.deleted_at is null
      and u.id is distinct from ${rule.id}::int`.execute(trx)
  const problem = whyTooMuch(
    rule.cents,
    others.map(({ cents }) => cents),
  )
  if (problem) throw new Invalid({ value: [problem] })
}

const tell = (
  trx: Trx,
  actor: Actor,
  event: 'rule_added' | 'rule_changed' | 'rule_deleted',
  { contract_id: id, organization_id: organizationId }: Pick<Wanted, 'contract_id' | 'organization_id'>,
  data: object,
): Promise<void> => record(trx, actor, [{ subject: 'contract', id, organizationId, event, data }])
