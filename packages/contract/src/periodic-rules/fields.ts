import { amount, day, fieldsOf, flag, line } from '../core/record-fields.ts'

/** What a periodic rule does to an invoice, by the words of its form (`contracts/rules`). */
export const ruleTypes = [
  { id: 'Charge', label: 'Charge' },
  { id: 'Discount', label: 'Discount' },
] as const
export type RuleType = (typeof ruleTypes)[number]['id']

/** The largest value of a rule, in dollars. */
export const mostOfRule = 1_000_000

/** The editable fields of a periodic rule (`contracts/rules`); 0 is refused as well. */
export const periodicRuleFields = fieldsOf({
  /** Dollars; below zero is a discount. */
  value: amount({ min: -mostOfRule, max: mostOfRule }),
  custom_description: line(255),
  is_active: flag(),
  /** The first day, on the lab's calendar; null: no beginning. */
  applied_from: day().optional(),
  /** The last day, that day included; null: no end. */
  applied_to: day().optional(),
})
