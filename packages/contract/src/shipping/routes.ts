import { z } from 'zod'
import { day, Day, flag, idText, instant } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { shippingMethodIds } from './methods.ts'

export const ShippingMethod = z.strictObject({
  id: z.int(),
  id_string: z.string(),
  name: z.string(),
  available: z.boolean(),
  arrival_date: Day,
  delivery_date_from: Day,
  delivery_date_to: Day,
})
export type ShippingMethod = z.infer<typeof ShippingMethod>

const offset = z.coerce.number().int().min(0).max(250).default(0)
const method = z.enum(shippingMethodIds).optional()

export const shipping = {
  methods: get('/shipping_methods', {
    shows: [],
    summary: 'The shipping methods to a location, with arrival dates',
    rules: ['requests/ways', 'requests/earliest'],
    needs: 'session',
    query: z.strictObject({
      /** The country that it ships to. */
      location_id: idText().optional(),
      /** Who prints: 1 the lab, 2 in-office, 3 a third party. */
      assignment: z.coerce.number().int().min(1).max(3).optional(),
      /** 1: only the methods available to this location. */
      available_only: flag().optional(),
    }),
    returns: z.strictObject({ shipping_methods: z.array(ShippingMethod) }),
  }),
  nextBusinessDate: get('/misc/next-business-date', {
    shows: [],
    summary: 'The earliest business day for work submitted now, including transit',
    rules: ['requests/earliest', 'requests/business-day'],
    needs: 'session',
    query: z.strictObject({
      /** When the work is handed in; now if omitted. */
      datetime: instant().optional(),
      /** Business days that the work itself takes. */
      offset,
      /** The shipping method: its days of transit are added. */
      shipping_method: method,
    }),
    returns: z.strictObject({ next_business_date: Day }),
  }),
  calendarDays: get('/misc/calendar-days', {
    shows: [],
    summary: 'The days of a month and whether they are business days',
    rules: ['requests/business-day'],
    needs: 'session',
    query: z.strictObject({
      /** `2026-11`. */
      year_month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
    }),
    returns: z.strictObject({
      calendar_days: z.array(z.strictObject({ date: Day, is_business_day: z.boolean() })),
    }),
    example: { query: { year_month: '2026-11' } },
  }),
  isValidBusinessDate: get('/misc/is-valid-business-date', {
    shows: [],
    summary: 'Whether a delivery can be requested for a day',
    rules: ['requests/arrival', 'requests/business-day'],
    needs: 'session',
    query: z.strictObject({
      /** The day in question. */
      business_date: day(),
      /** When the work is handed in; now if omitted. */
      datetime: instant().optional(),
      /** Business days that the work itself takes. */
      offset,
      /** The shipping method: its days of transit are added. */
      shipping_method: method,
    }),
    returns: z.strictObject({ is_valid: z.boolean() }),
    example: { query: { business_date: '2026-11-30' } },
  }),
}
