/** A shipping method as the server answers it: earliest day of delivery, and of arrival. */
export const shippingWay = (id: number, id_string: string, from: string, arrival: string) => ({
  id,
  id_string,
  name: id_string,
  available: true,
  arrival_date: arrival,
  delivery_date_from: from,
  delivery_date_to: arrival,
})

/** The business days of the last week of November 2026, as the calendar answers them. */
export const novemberDays = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30'].map((date) => ({
  date,
  is_business_day: true,
}))
