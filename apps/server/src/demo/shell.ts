import type { Db } from '../db/client.ts'
import { toCents } from '@archwire/contract/core/money.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { now } from '../kernel/clock.ts'
import { demoSeatPrice } from './office.ts'
import { demoDomain } from './published.ts'
import { nextHoliday } from './working-days.ts'

/** 100 % off the start-up fee (type 1) or the monthly fee (type 2) (`organizations/code`). */
const promotionCodes = [
  { code: 'NOSTARTUPFEE', promotion_code_type_id: 1, months: 1 },
  { code: 'FIRSTMONTHFREE', promotion_code_type_id: 2, months: 1 },
  { code: 'TWOMONTHSFREE', promotion_code_type_id: 2, months: 2 },
]

/** "Thursday, November 26", with its year where that is not this one at the lab. */
const spoken = (day: Day, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: day.startsWith(dayIn(zone, now()).slice(0, 4)) ? undefined : 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

/**
 * What a running lab shows around every page: a promotion, a sibling application, a message to practices and one to the
 * lab; and its promotion codes.
 */
export async function makeShell(db: Db, zone: string): Promise<void> {
  const closed = nextHoliday(zone, now())
  await db
    .updateTable('lab_settings')
    .set({
      contact_phone: '(303) 555-0100',
      contact_email: `help@${demoDomain}`,
      promotion_enabled: true,
      promotion_text: 'Aligners from the same scan: 20 % off your first five aligner cases.',
      promotion_link: 'https://aligners.archwire.example/welcome',
      apps: JSON.stringify([{ name: 'Archwire Learning', link: 'https://learning.archwire.example/' }]),
      address: '2450 Walnut Street, Suite 120\nDenver, CO 80205',
      phone_number: '+13035550190',
      desktop_download_url: 'https://archwire.example/desktop',
      training_url: 'https://learning.archwire.example/training',
      survey_url: 'https://archwire.example/survey',
    })
    .execute()
  await db
    .updateTable('products')
    .set({ price_cents: toCents(demoSeatPrice) })
    .where('id', '=', 2)
    .execute()
  const announcements = {
    doctor: `The lab is closed on ${spoken(closed.day, zone)}. Cases that arrive by noon of ${spoken(closed.before, zone)} ship on time.\nHoliday calendar: https://archwire.example/holidays`,
    internal: 'Printer 3 is in service until Monday: please send large jobs to printers 1 and 2.',
  }
  for (const [visibility, body] of Object.entries(announcements))
    await db
      .updateTable('announcements')
      .set({ body, updated_at: now() })
      .where('visibility', '=', visibility)
      .execute()
  await db
    .insertInto('promotion_codes')
    .values(promotionCodes.map((code) => ({ ...code, value: 100_00, is_fixed: false })))
    .execute()
}
