import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import { printing, type Given, type GivenPractice } from '../given.ts'
import { openLab } from '../lab.ts'

/** A print that ships in a parcel. */
export interface Print {
  /** The customer request. */
  id: number
  print: number
  patient: number
  location: number
}

export interface PrintOptions {
  at?: GivenPractice
  form?: Partial<RxFormValues>
  /** The ship date. */
  ship?: string
  /** Whether both labels are printed. */
  labels?: boolean
}

export const idsOf = (prints: readonly { id: number }[]): number[] => prints.map(({ id }) => id)

/** A print of the lab that no one started, and its request. */
export const openPrint = '1 1 - - 4'

/** Prints of the lab and their parcels, and what the records say of them. */
export function parcelsIn(test: TestApp, given: Given, { admin, tech }: Record<'admin' | 'tech', TestUser>) {
  const db = () => test.connection.db
  const today = dayIn(test.config.labZone, new Date())
  const day = addDays(today, 10)

  /** Changes prints behind the commands. */
  async function set(prints: readonly Print[], change: ReturnType<typeof sql>): Promise<void> {
    await sql`update printing_requests set ${change} where id = any(${prints.map((each) => each.print)}::int[])`.execute(
      db(),
    )
    await db()
      .transaction()
      .execute((trx) =>
        refreshCaseRows(
          trx,
          prints.map(({ patient }) => patient),
        ),
      )
  }
  /** A print that ships on this day, its labels printed. */
  async function print({ at, form = {}, ship = day, labels = true }: PrintOptions = {}): Promise<Print> {
    const testCase = await given.case({
      ...(at ? { practice: at } : {}),
      tech: admin,
      stage: 'approved',
      form: { ...printing, ...form },
    })
    const { rows } = await sql<Print>`
      select customer_request_id as id, id as print, patient_id as patient, location_id as location
      from printing_requests where patient_id = ${testCase.id}`.execute(db())
    const printed = labels ? new Date() : null
    await set(
      rows,
      sql`ship_date = ${ship}::date, patient_label_printed_at = ${printed}, shipping_label_printed_at = ${printed}`,
    )
    return rows[0]!
  }
  const requestOf = async ({ id }: { id: number }) =>
    (await test.as(tech).call(customerRequests.get, { params: { id } })).body.customer_request
  return {
    today,
    day,
    set,
    print,
    /** Prints of a practice of their own, which ship together. */
    async bundle(count: number, options: PrintOptions = {}): Promise<Print[]> {
      const at = options.at ?? (await given.practice({ partner: true }))
      const prints: Print[] = []
      for (let made = 0; made < count; made += 1) prints.push(await print({ ...options, at }))
      return prints
    },
    requestOf,
    /** Patient and case of a print, as a refusal names them. */
    async nameOf(of: Print): Promise<string> {
      const { patient } = await requestOf(of)
      return `${patient.full_name} (${patient.case_code})`
    },
    /** State of request and print, tracking number, cents, state of the case. */
    async stateOf(prints: readonly Print[]): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`
        select concat_ws(' ', cr.status_id, pr.status_id, coalesce(pr.tracking_number, '-'),
          coalesce(pr.custom_shipping_fee_cents::text, '-'), p.patient_status_id) as state
        from customer_requests cr join printing_requests pr on pr.customer_request_id = cr.id
        join patients p on p.id = cr.patient_id
        where cr.id = any(${idsOf(prints)}::int[]) order by p.id`.execute(db())
      return rows.map(({ state }) => state)
    },
    /** How often the histories of these cases say that a request was completed. */
    async completions(prints: readonly Print[]): Promise<number> {
      const { rows } = await sql<{ counted: number }>`
        select count(*)::int as counted from case_history where event = 'request_completed'
          and patient_id = any(${prints.map(({ patient }) => patient)}::int[])`.execute(db())
      return rows[0]!.counted
    },
  }
}

/** `openLab` with the prints and parcels of its tests. The file closes `test`. */
export async function openParcelLab() {
  const { test, given, admin, tech } = await openLab()
  return { test, given, admin, tech, on: parcelsIn(test, given, { admin, tech }) }
}
export type ParcelLab = Awaited<ReturnType<typeof openParcelLab>>
