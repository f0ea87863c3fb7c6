import { instantIn, type Day } from '@archwire/contract/core/dates.ts'
import { withOverrides, type PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { priceCase, type PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { sql } from 'kysely'
import type { Trx } from '../../src/db/client.ts'
import { labScope } from '../../src/db/scope.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { beginWaived, closeOrder } from '../../src/modules/billing/index.ts'
import {
  chargeChange,
  chargePrints,
  chargeRush,
  firstDayOf,
  rowsOfForm,
  uncharge,
  voidCharges,
  writeCharges,
  type ChargedForm,
} from '../../src/modules/charges/index.ts'
import type { TestApp } from '../app.ts'
import type { Given } from '../given.ts'
import type { EndedPrint, RandomMonth, Step } from './random-months.ts'

interface Kept {
  patient: number
  prices: PriceList
  form: ChargedForm
  submitted: Date
}

/** What a random month leaves in the database. */
export interface DatabaseMonth {
  organizationId: number
  /** The numbers of its invoices, in the order in which they closed. */
  numbers: number[]
  /** The ids of cases, by their numbers in the month. */
  patients: Map<number, number>
}

/**
 * Does a random month on a database: the commands write and void rows of the ledger, and orders close. Forms and prints are
 * put there as rows, in states that no page would allow. All prices are the practice's own, because lists are the lab's.
 */
export async function databaseMonth(test: TestApp, given: Given, actor: Actor, month: RandomMonth) {
  const database = new Database(test, actor, (await given.practice({ paid: false })).id, month)
  await database.begin()
  for (const step of month.steps) await database.take(step)
  await database.closeUpTo(month.until)
  return database as DatabaseMonth
}

class Database implements DatabaseMonth {
  readonly organizationId: number
  readonly numbers: number[] = []
  readonly patients = new Map<number, number>()
  private readonly test: TestApp
  private readonly as: Actor
  private readonly month: RandomMonth
  private readonly zone: string
  private readonly cases = new Map<number, Kept>()
  private readonly prints = new Map<number, number>()
  private readonly free = new Set<number>()
  private readonly entries = new Map<number, number>()
  private list: PriceList
  private own: PriceOverrides
  private version = 0
  private credits = 0

  constructor(test: TestApp, actor: Actor, organizationId: number, month: RandomMonth) {
    this.test = test
    this.as = actor
    this.month = month
    this.organizationId = organizationId
    this.zone = test.config.labZone
    this.list = month.list
    this.own = month.own
  }

  private run<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.test.connection.db.transaction().execute(work)
  }
  private at(day: Day): Date {
    return instantIn(this.zone, day, 20 * 3600)
  }

  async begin(): Promise<void> {
    const { organizationId: id, month } = this
    const { begins, method, tax, cardFee, billingState, rules, code } = month
    const now = this.at(begins)
    await this.run(async (trx) => {
      await beginWaived(trx, { scope: labScope, now }, id, this.zone)
      await sql`update lab_settings set tax_state = ${tax.state}, tax_rate_percent = ${tax.percent}, credit_card_fee_percent = ${cardFee}`.execute(
        trx,
      )
      await sql`insert into billing_addresses (organization_id, version, first_name, last_name, email, phone_number, street_address,
          street_address_line_2, city, state, country, zip_code, created_at, updated_at)
        values (${id}, 1, 'Olga', 'Owner', 'olga@example.com', '+15550100', 'Main Street 1', '', 'Anywhere', ${billingState}, 'USA', '55401',
          ${now}, ${now})`.execute(trx)
      if (method !== null)
        await sql`insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, created_at, updated_at)
          values (${id}, ${`month-${id}`}, ${method}, 'Ours', 'Ours', '1111', true, ${now}, ${now})`.execute(trx)
      if (code) {
        const [value, fixed] =
          'cents' in code.off ? [code.off.cents, true] : [Math.round(code.off.percent * 100), false]
        await sql`
          with p as (
            insert into promotion_codes (code, value, is_fixed, promotion_code_type_id, months)
            values (${`MONTH-${id}`}, ${value}, ${fixed}, 2, ${code.months}) returning id, code, value, is_fixed, months
          )
          insert into promotion_code_uses (organization_id, promotion_code_id, order_id, day, code, value, is_fixed, months, created_at)
          select ${id}, p.id, r.id, ${code.entered}, p.code, p.value, p.is_fixed, p.months, ${now}
          from p, orders r where r.organization_id = ${id} and r.fm_invoice_status = 'CURRENT'`.execute(trx)
      }
      for (const { label, cents, from, to } of rules)
        await sql`insert into periodic_rules (organization_id, contract_id, cents, custom_description, is_active, applied_from, applied_to,
            created_at, updated_at)
          select ${id}, c.id, ${cents}, ${label}, true, ${from}, ${to}, ${now}, ${now} from contracts c where c.organization_id = ${id}`.execute(
          trx,
        )
    })
    await this.keepPrices(begins)
  }

  private prices(): PriceList {
    return { ...withOverrides(this.list, this.own), version: 1, overrides: this.version }
  }
  /** Every field of the prices in force as an own price of the practice. */
  private async keepPrices(day: Day): Promise<void> {
    this.version += 1
    const { arch, shipping_fees, settings, rx_forms, arch_volume_discounts } = this.prices()
    const fields: Record<string, unknown> = { arch_volume_discounts }
    const walk = (tree: object, at: string): void => {
      for (const [name, value] of Object.entries(tree))
        if (typeof value === 'number') fields[`${at}.${name}`] = value
        else walk(value as object, `${at}.${name}`)
    }
    for (const [group, tree] of Object.entries({ arch, shipping_fees, settings, rx_forms })) walk(tree, group)
    await sql`insert into price_overrides (organization_id, version, field, value, created_at)
      select ${this.organizationId}, ${this.version}, f.key, f.value, ${this.at(day)} from jsonb_each(${JSON.stringify(fields)}::jsonb) f`.execute(
      this.test.connection.db,
    )
  }

  async take(step: Step): Promise<void> {
    const { day } = step
    // Other prices are saved first: a closing that runs late has those of its own day.
    if (step.what === 'list' || step.what === 'own prices') {
      if (step.what === 'list') this.list = step.list
      else this.own = { version: step.own.version, fields: { ...this.own.fields, ...step.own.fields } }
      await this.keepPrices(day)
    }
    await this.closeUpTo(day)
    const actor = { ...this.as, now: this.at(day) }
    switch (step.what) {
      case 'submitted':
        return this.run((trx) => this.submit(trx, actor, step.case, step.form))
      case 'changed':
        return this.run((trx) => this.change(trx, actor, step.case, step.form))
      case 'ready':
        return this.run((trx) => chargeRush(trx, actor, { ...this.locked(step.case), rush_charged: true }, this.zone))
      case 'canceled':
        return this.run((trx) => uncharge(trx, actor, this.locked(step.case)))
      case 'asked':
        return this.run((trx) => this.ask(trx, step))
      case 'printed': {
        const first = Math.max(
          0,
          step.prints.findIndex(({ print }) => !this.free.has(print)),
        )
        return this.run(async (trx) => {
          for (const [index, print] of step.prints.entries()) {
            const feeCents = step.entered !== null && index !== first ? 0 : step.entered
            await this.end(trx, print)
            await chargePrints(trx, actor, this.printOf(print), { feeCents }, day)
          }
        })
      }
      case 'print canceled':
        return this.run(async (trx) => {
          await this.end(trx, step.print)
          await this.finish(trx, step)
          await chargePrints(trx, actor, this.printOf(step.print), 'canceled', day)
        })
      case 'entered': {
        const { case: patient, label, cents } = step
        const [id] = await this.run((trx) =>
          writeCharges(trx, actor, this.organizationId, [
            {
              patient_id: patient === null ? null : this.patients.get(patient)!,
              source: patient === null ? 'by_hand' : 'patient',
              source_id: null,
              change_number: 1,
              fee: null,
              kind: 'charge',
              label,
              why: '',
              times: 1,
              unit_cents: cents,
              printed_arches: 0,
              price_list: null,
              price_overrides: 0,
              day,
            },
          ]),
        )
        this.entries.set(step.entry, id!)
        return
      }
      case 'taken off': {
        const ids = [this.entries.get(step.entry)!]
        await this.run((trx) => voidCharges(trx, actor, { organization_id: this.organizationId }, { ids }, 'removed'))
        return
      }
      case 'closed by hand':
        return this.closeByHand(day)
      case 'credit':
        this.credits += 1
        await sql`insert into organization_credits (organization_id, version, cents, valid_from, valid_to, created_at)
          values (${this.organizationId}, ${this.credits}, ${step.cents}, ${step.from}, ${step.to}, ${this.at(day)})`.execute(
          this.test.connection.db,
        )
    }
  }

  private locked(number: number) {
    const { patient, form } = this.cases.get(number)!
    return { id: patient, organization_id: this.organizationId, rx_form_id: form.id }
  }

  private async submit(trx: Trx, actor: Actor, number: number, form: PricedForm): Promise<void> {
    const prices = this.prices()
    const { lines } = priceCase(form, prices)
    const { rows } = await sql<{ patient: number; form: number }>`
      with p as (
        insert into patients (organization_id, user_id, first_name, last_name, patient_status_id, created_at)
        values (${this.organizationId}, ${actor.userId}, 'Ada', ${`Month ${number}`}, 1, ${actor.now}) returning id, organization_id
      ), f as (
        insert into rx_forms (organization_id, patient_id, status_id, impression_date, submission_completed_by, impression_type, jaws_id,
          arch_mode, price_list, price_overrides, price_lines, created_at)
        select organization_id, id, 1, ${actor.now}::date, 1, ${form.impression_type}, ${form.jaws_id}, ${form.arch_mode}, 1, ${this.version},
          ${JSON.stringify(lines)}::jsonb, ${actor.now} from p returning id
      ) select p.id as patient, f.id as form from p, f`.execute(trx)
    const { patient, form: id } = rows[0]!
    const charged = { id, patientId: patient, version: 1, list: 1, overrides: this.version, lines }
    this.patients.set(number, patient)
    this.cases.set(number, { patient, prices, form: charged, submitted: actor.now })
    const first = firstDayOf(actor.now, this.zone, prices.settings.delay_case_charging)
    await writeCharges(trx, actor, this.organizationId, rowsOfForm(charged, first))
  }

  private async change(trx: Trx, actor: Actor, number: number, form: PricedForm): Promise<void> {
    const kept = this.cases.get(number)!
    const before = kept.form
    const { lines } = priceCase(form, kept.prices)
    const after = { ...before, version: before.version + 1, lines }
    kept.form = after
    await sql`update rx_forms set price_lines = ${JSON.stringify(lines)}::jsonb, arch_mode = ${form.arch_mode}
      where organization_id = ${this.organizationId} and id = ${before.id}`.execute(trx)
    const facts = { ...this.locked(number), submitted_at: kept.submitted.toISOString() }
    await chargeChange(trx, actor, facts, { before, after, delay: kept.prices.settings.delay_case_charging }, this.zone)
  }

  private async ask(trx: Trx, step: Step & { what: 'asked' }): Promise<void> {
    const kept = this.cases.get(step.case)!
    const version = step.isFirst ? kept.form.overrides : this.version
    const { rows } = await sql<{ id: number }>`
      with r as (
        insert into customer_requests (organization_id, patient_id) values (${this.organizationId}, ${kept.patient})
        returning id, organization_id, patient_id
      )
      insert into printing_requests (organization_id, patient_id, customer_request_id, assignment, price_list, price_overrides, free_reason)
      select organization_id, patient_id, id, 1, 1, ${version}::int, ${step.isFree ? 'Broken' : null}::text from r returning id`.execute(
      trx,
    )
    this.prints.set(step.print, rows[0]!.id)
    if (step.isFree) this.free.add(step.print)
  }

  private printOf({ print }: EndedPrint) {
    return { organization_id: this.organizationId, ids: [this.prints.get(print)!] }
  }

  /** The print as it is when it ends. What is not the lab's to charge is the office's here. */
  private async end(trx: Trx, { print, case: number, items, archMode, method }: EndedPrint): Promise<void> {
    const id = this.prints.get(print)!
    await sql`update printing_requests set shipping_method = ${method} where organization_id = ${this.organizationId} and id = ${id}`.execute(
      trx,
    )
    await sql`update rx_forms set arch_mode = ${archMode} where organization_id = ${this.organizationId}
      and id = ${this.cases.get(number)!.form.id}`.execute(trx)
    for (const { content, brackets, corrected } of items)
      await sql`insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets, assignment)
        values (${this.organizationId}, ${id}, 1, ${content}, ${brackets}, ${corrected ? 2 : null})`.execute(trx)
  }

  private async finish(trx: Trx, step: Step & { what: 'print canceled' }): Promise<void> {
    const { print, case: number } = step.print
    const done = [...(step.isPrinted ? ['Print'] : []), ...(step.isInserted ? ['Insert Brackets'] : [])]
    await sql`
      with w as (
        insert into tech_workflows (organization_id, patient_id, kind, printing_request_id)
        values (${this.organizationId}, ${this.patients.get(number)!}, 'printing_request', ${this.prints.get(print)!}) returning id, organization_id
      )
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process, started_at, finished_at)
      select w.organization_id, w.id, d.position, d.process, d.process, ${new Date(0)}::timestamptz, ${new Date(1000)}::timestamptz
      from w, unnest(${done}::text[]) with ordinality as d(process, position)`.execute(trx)
  }

  private async closeByHand(day: Day): Promise<void> {
    const { rows } =
      await sql`select 1 from charges where organization_id = ${this.organizationId} and voided_at is null
      and order_id is null and day <= ${day}::date limit 1`.execute(this.test.connection.db)
    if (rows.length > 0) await this.close('by_hand', this.at(day))
  }
  /** A closing runs late in the evening of its day, or on a later one: it makes the same order. */
  async closeUpTo(day: Day): Promise<void> {
    while (await this.close('monthly', this.at(day)));
  }
  private async close(kind: 'monthly' | 'by_hand', now: Date): Promise<boolean> {
    const closed = await this.run((trx) =>
      closeOrder(trx, { organizationId: this.organizationId, kind, zone: this.zone, now }),
    )
    if (closed) this.numbers.push(closed.invoice_id)
    return closed !== null
  }
}
