import { z } from 'zod'
import { day, flag, idText } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { seesStatistics } from '../required-permissions.ts'

/** How many cases the list behind each card shows (`organizations/counts`). */
export const Counts = z.strictObject({
  shipped: z.int(),
  submissions: z.int(),
  flawed_trays: z.int(),
  print_requests: z.int(),
  insert_brackets: z.int(),
  completed_cases: z.int(),
  initial_setups: z.int(),
  total_cases: z.int(),
  stone_models: z.int(),
  alginate: z.int(),
  intra_oral: z.int(),
})
export type Counts = z.infer<typeof Counts>
export type CountName = keyof Counts

/** People or practices by state; null where the caller may not see that state. */
export const Gauges = z.strictObject({
  leads: z.int(),
  onboarding: z.int(),
  new: z.int(),
  active: z.int(),
  passive: z.int(),
  archived: z.int().nullable(),
})
export type Gauges = z.infer<typeof Gauges>

/** One day, week or month of the plots, named by its first day. */
export const PlotPoint = z.strictObject({
  day: z.iso.date(),
  submissions: z.int(),
  shipped: z.int(),
  /** Median hours from submission to the doctor's approval, of what was approved then; null when nothing was. */
  hours_to_approval: z.number().nullable(),
})

/** The plots of a range: how fine they are, and every bucket. */
export const Plots = z.strictObject({ each: z.enum(['day', 'week', 'month']), points: z.array(PlotPoint) })

export const dashboard = {
  get: get('/dashboard', {
    shows: [],
    summary: 'Counts, gauges and plots of a range of days',
    rules: ['organizations/counts', 'organizations/gauges', 'organizations/plots', 'organizations/old'],
    needs: seesStatistics,
    // `live_data=1` computes each time.
    rate: { max: 60, per: 'user' },
    query: z
      .strictObject({
        /** The first day of the range, in the lab's zone; both ends are included, and without them it is all time. */
        date_from: day().optional(),
        /** The last day of the range. */
        date_to: day().optional(),
        /** 1: computed now; 0: may be up to a minute old. */
        live_data: flag().default(false),
        /** Of one practice; without it of all within the caller’s reach. */
        organization_id: idText().optional(),
      })
      .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
        path: ['date_to'],
        message: 'The last day is before the first.',
      }),
    returns: z.strictObject({
      counts: Counts,
      /** Management only; null for practices. */
      statuses: z.strictObject({ organization: Gauges, user: Gauges }).nullable(),
      plots: Plots,
      computed_at: z.iso.datetime(),
    }),
  }),
}
export type Dashboard = z.infer<(typeof dashboard.get)['returns']>
