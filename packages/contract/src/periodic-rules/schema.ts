import { z } from 'zod'
import { PracticeOfContract } from '../contracts/schema.ts'
import { actions, Day, id, Instant, version } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { periodicRuleFields } from './fields.ts'

/** A charge or discount that comes with every monthly invoice of its days (`contracts/rules`). */
export const PeriodicRule = z.strictObject({
  id: z.int(),
  contract_id: z.int(),
  organization: PracticeOfContract,
  type: z.enum(['Charge', 'Discount']),
  /** Dollars, above zero; of a discount, what it takes off. */
  value: z.number(),
  custom_description: z.string(),
  is_active: z.boolean(),
  /** The first and the last day, on the lab's calendar; null: no beginning, no end. */
  applied_from: Day.nullable(),
  applied_to: Day.nullable(),
  /** Where it stands today, on the lab's calendar. */
  status: z.enum(['inactive', 'to_come', 'active', 'ended']),
  /** Who added it and changed it last; empty where the portal did. */
  created_by: z.string(),
  updated_by: z.string(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  /** `update`: description and switching off; `update_value`: all of it. */
  can: actions('update', 'update_value', 'delete'),
})
export type PeriodicRule = z.infer<typeof PeriodicRule>
export type RuleAction = keyof PeriodicRule['can']

/** A rule of a contract; a value below zero is a discount. */
export const PeriodicRuleBody = bodyOf(periodicRuleFields).extend({ contract_id: id() })
export type PeriodicRuleBody = z.infer<typeof PeriodicRuleBody>

/** An edit: omitted fields stay as they are. It decides on money, so that it names the version that the page showed. */
export const PeriodicRuleEdit = editOf(periodicRuleFields).extend({ version: version() })
export type PeriodicRuleEdit = z.infer<typeof PeriodicRuleEdit>
