import { z } from 'zod'
import { invoiceStatusNames, settledAs } from '../billing/statuses.ts'
import { day, Day, flag, IdParams } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { Counts, Plots } from '../dashboard/routes.ts'
import { seesStatistics } from '../required-permissions.ts'

/** What was approved in a range of days (`reports/approvals`). */
export const Approvals = z.strictObject({
  approved: z.int(),
  /** Of these, setups of the lab; for a practice also of its partner. */
  setups: z.int(),
  /** Of these, to which nobody asked for changes. */
  first_round: z.int(),
  // Medians, of what was approved: since the submission, and since it was ready.
  hours_to_approval: z.number().nullable(),
  hours_waited: z.number().nullable(),
})
export type Approvals = z.infer<typeof Approvals>

/** Cases with a flawed tray of this cause that was reported in the range; null: no cause is known. */
export const Causes = z.array(z.strictObject({ cause: z.string().nullable(), cases: z.int() }))

const DoctorRow = z.strictObject({
  /** Null: cases without a doctor. */
  id: z.int().nullable(),
  name: z.string(),
  submissions: z.int(),
  shipped: z.int(),
  flawed_trays: z.int(),
  approvals: Approvals,
})

const SpendMonth = z.strictObject({
  /** Its first day. */
  month: Day,
  /** Dollars. */
  total: z.number(),
  orders: z.array(
    z.strictObject({
      id: z.int(),
      invoice_id: z.int().nullable(),
      fm_invoice_status: z.enum(invoiceStatusNames),
      settled_as: z.enum(settledAs).nullable(),
      total: z.number(),
    }),
  ),
})

const Worked = { cases: z.int(), median_minutes: z.number() }
const Person = { id: z.int().nullable(), name: z.string() }

/** What both pages show: the dashboard's counts and plots of the same days. */
const common = {
  counts: Counts,
  plots: Plots,
  approvals: Approvals,
  /** A median, from a print's request to its parcel. */
  hours_to_shipping: z.number().nullable(),
  causes: Causes,
  computed_at: z.iso.datetime(),
}

const query = z
  .strictObject({
    /** The first day of the range, in the lab's zone; both ends are included, and without them it is all time. */
    date_from: day().optional(),
    /** The last day of the range. */
    date_to: day().optional(),
    /** 1: computed now; 0: may be up to a minute old. */
    live_data: flag().default(false),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ['date_to'],
    message: 'The last day is before the first.',
  })

export const figures = {
  ofPractice: get('/organizations/{id}/figures', {
    shows: [],
    summary: 'The reports of a practice: by doctor, corrections, spend',
    rules: ['reports/who-practice', 'reports/lists', 'reports/approvals', 'reports/spend'],
    needs: 'organization.patients.view-any',
    rate: { max: 60, per: 'user' },
    params: IdParams,
    query,
    returns: z.strictObject({
      ...common,
      doctors: z.array(DoctorRow),
      /** Null for who reads no invoices. */
      spend: z
        .strictObject({
          months: z.array(SpendMonth),
          /** As it would close now; null without a contract. */
          current: z.strictObject({ id: z.int(), total: z.number() }).nullable(),
        })
        .nullable(),
    }),
  }),
  ofLab: get('/figures/lab', {
    shows: [],
    summary: 'The figures of the lab: steps, technicians, corrections, load',
    rules: ['reports/who-lab', 'reports/lists', 'reports/steps', 'reports/load', 'reports/survey'],
    needs: seesStatistics,
    rate: { max: 60, per: 'user' },
    query,
    returns: z.strictObject({
      ...common,
      steps: z.array(z.strictObject({ step: z.string(), ...Worked })),
      technicians: z.array(z.strictObject({ ...Person, ...Worked })),
      /** At most 200. */
      practices: z.array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          setups: z.int(),
          first_round: z.int(),
          flawed_trays: z.int(),
        }),
      ),
      /** What is open now. */
      load: z.strictObject({
        steps: z.array(z.strictObject({ step: z.string(), cases: z.int() })),
        technicians: z.array(z.strictObject({ ...Person, cases: z.int() })),
      }),
      /** By answer; the first 100 practices of each are named. */
      survey: z.array(
        z.strictObject({
          answer: z.string(),
          count: z.int(),
          practices: z.array(z.strictObject({ id: z.int(), name: z.string(), other: z.string() })),
        }),
      ),
    }),
  }),
}
export type PracticeFigures = z.infer<(typeof figures.ofPractice)['returns']>
export type LabFigures = z.infer<(typeof figures.ofLab)['returns']>
