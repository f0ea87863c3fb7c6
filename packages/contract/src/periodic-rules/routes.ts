import { z } from 'zod'
import { IdParams, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { entersMoney } from '../required-permissions.ts'
import { PeriodicRule, PeriodicRuleBody, PeriodicRuleEdit } from './schema.ts'
import { periodicRuleSearch } from './search.ts'

/** A periodic rule after a change, and what to tell the person. */
const RuleAnswer = z.strictObject({ rule: PeriodicRule, message: z.string() })

/** What decides on money needs `orders.manage` beside the permission of the call (`contracts/who-rules`). */
const money = { value: entersMoney, applied_from: entersMoney, applied_to: entersMoney }

export const periodicRules = {
  list: get('/periodic_rules', {
    shows: ['contract', 'organization'],
    summary: 'Periodic rules, those made last first',
    rules: ['contracts/rules', 'contracts/rule-list', 'contracts/who-reads'],
    needs: 'organizations.view',
    ...listOf({ key: 'periodic_rules', row: PeriodicRule, search: periodicRuleSearch }),
  }),
  get: get('/periodic_rules/{id}', {
    shows: ['contract', 'organization'],
    summary: 'A periodic rule',
    rules: ['contracts/rules', 'contracts/who-reads'],
    needs: 'organizations.view',
    params: IdParams,
    returns: z.strictObject({ rule: PeriodicRule }),
  }),
  create: post('/periodic_rules', {
    changes: ['contract'],
    summary: 'Add a charge to every monthly invoice of a contract, or with a value below zero a discount',
    rules: ['contracts/rules', 'contracts/rules-at-once', 'contracts/who-rules'],
    needs: 'periodic-rules.manage',
    fieldPermissions: money,
    body: PeriodicRuleBody,
    returns: RuleAnswer,
    example: {
      body: { value: 49, custom_description: 'Scanner lease', is_active: true, contract_id: 1 },
    },
  }),
  update: put('/periodic_rules/{id}', {
    changes: ['contract'],
    summary: 'Change a periodic rule; what it brings to the open order changes at once',
    rules: ['contracts/rules', 'contracts/rules-at-once', 'contracts/who-rules'],
    needs: 'periodic-rules.manage',
    fieldPermissions: money,
    params: IdParams,
    body: PeriodicRuleEdit,
    returns: RuleAnswer,
    example: { body: { is_active: false, version: 1 } },
  }),
  remove: del('/periodic_rules/{id}', {
    changes: ['contract'],
    summary: 'Delete a periodic rule; closed invoices keep what it brought',
    rules: ['contracts/who-rules', 'contracts/rules-at-once'],
    needs: 'periodic-rules.manage',
    params: IdParams,
    returns: Message,
  }),
}
