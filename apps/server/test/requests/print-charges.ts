import { dayIn } from '@archwire/contract/core/dates.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { addBusinessDays } from '../../src/modules/calendar/index.ts'
import type { TestUser } from '../app.ts'
import { printing, type GivenCase, type GivenPractice } from '../given.ts'
import { openLab } from '../lab.ts'

export const number = '1Z999AA10123456784'
const model = 'rx_forms.3d_printed_study.horseshoe'
const first = {
  'arch.print': 1000,
  'arch.insert_brackets': 300,
  [`${model}.both_arches`]: 2000,
  [`${model}.one_arch`]: 1100,
  'shipping_fees.express': 700,
  'shipping_fees.urgent': 900,
}

interface Row {
  fee: string
  times: number
  unit_cents: number
  printed_arches: number
  price_overrides: number
}
/** `openLab` with prints that cost something, and what the ledger says of them. The file closes `test`. */
export async function openPrintCharges() {
  const lab = await openLab()
  const { test, given, admin, tech, requestOf } = lab
  const db = () => test.connection.db
  const today = () => dayIn(test.config.labZone, new Date())

  /** A practice with prices of its own, version 1. */
  async function practice(options: Parameters<typeof given.practice>[0] = {}): Promise<GivenPractice> {
    const made = await given.practice(options)
    await given.ownPrices(made, first)
    return made
  }
  const approved = async (form: object = {}, at?: GivenPractice) =>
    given.case({
      practice: at ?? (await practice()),
      tech: admin,
      stage: 'approved',
      setup: 3,
      form: { ...printing, products_list: 64, jaws_id: 3, ...form } as never,
    })

  /** What the ledger holds of the prints of a case, shortly: `arch.print 2 × 1000 (v1)`. */
  async function rowsOf({ id }: { id: number }): Promise<string[]> {
    const { rows } = await sql<Row>`select fee, times, unit_cents, printed_arches, price_overrides from charges
      where patient_id = ${id} and source = 'print' and voided_at is null order by source_id, id`.execute(db())
    return rows.map(
      ({ fee, times, unit_cents, printed_arches: arches, price_overrides: version }) =>
        `${fee.replace(`${model}.`, 'model.')} ${times} × ${unit_cents}${arches > 0 ? `, ${arches} printed` : ''} (v${version})`,
    )
  }
  const complete = async (testCase: GivenCase, body: object = {}, who: TestUser = tech) => {
    const { id } = await requestOf(testCase)
    return test.as(who).call(customerRequests.complete, { params: { id }, body: { tracking_number: number, ...body } })
  }
  const asked = (testCase: GivenCase, body: object = {}, who: TestUser = testCase.practice.owner, query: object = {}) =>
    test.as(who).call(printingRequests.create, {
      query: query as never,
      body: { patient_id: testCase.id, arches: 3, content_type_id: 1, ...body } as never,
    })
  const shipBy = async (testCase: GivenCase, method: 1 | 2 | 3, who: TestUser, more: object = {}) => {
    const { printing_request: print } = await requestOf(testCase)
    const arrival = addBusinessDays(today(), 30)
    return test.as(who).call(printingRequests.shipping, {
      params: { id: print!.id },
      body: {
        patient_id: testCase.id,
        location_id: print!.location_id!,
        shipping_method_id: method,
        expected_arrival_date: arrival,
        delivery_date_from: arrival,
        delivery_date_to: arrival,
        ...more,
      } as never,
    })
  }
  /** Ends steps of the print's work behind the commands. */
  const finished = async (testCase: GivenCase, ...steps: string[]) => {
    const { workflow } = await requestOf(testCase)
    await sql`update tech_workflow_processes set started_at = now() - interval '2 minutes', finished_at = now() - interval '1 minute'
      where tech_workflow_id = ${workflow!.id} and process = any(${steps}::text[])`.execute(db())
  }

  return { ...lab, db, today, practice, approved, rowsOf, complete, asked, shipBy, finished }
}
export type PrintCharges = Awaited<ReturnType<typeof openPrintCharges>>
