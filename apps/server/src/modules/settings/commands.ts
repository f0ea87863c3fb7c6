import { toCents, toDollars } from '@archwire/contract/core/money.ts'
import type { LabSettingsBody, SettingName, SettingsChange } from '@archwire/contract/settings/lab-settings.ts'
import { sql, type Selectable } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { DB } from '../../db/schema.gen.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'

type Row = Selectable<DB['lab_settings']> & { seat_cents: number }
type Value = SettingsChange['changes'][number]['before']

/**
 * Changes the lab's settings; what closes afterwards uses them (`organizations/lab-settings`). What is the same already
 * makes no version. @throws Conflict when another version holds than the page showed
 */
export async function saveSettings(trx: Trx, actor: Actor, body: LabSettingsBody): Promise<void> {
  const { rows } = await sql<Row>`
    select s.*, p.price_cents as seat_cents from lab_settings s join products p on p.id = 2 for update of s, p`.execute(
    trx,
  )
  const row = rows[0]!
  checkVersion(body.version, row.version)
  const [before, after] = [valuesOf(row), sentValues(body)]
  const names = Object.keys(after) as SettingName[]
  const changes = names
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))
  if (changes.length === 0) return
  const version = row.version + 1
  const { tax, credit_card, promotion, desktop_download_url, training_url, survey_url } = body
  await trx
    .updateTable('lab_settings')
    .set({
      version,
      registration_fee_cents: toCents(body.registration_fee),
      tax_state: tax.state,
      tax_rate_percent: String(tax.rate),
      credit_card_fee_percent: String(credit_card.fee),
      promotion_enabled: promotion.enabled,
      promotion_text: promotion.text,
      promotion_link: promotion.link,
      desktop_download_url,
      training_url,
      survey_url,
    })
    .execute()
  await trx
    .updateTable('products')
    .set({ price_cents: toCents(body.seat_price) })
    .where('id', '=', 2)
    .execute()
  await trx
    .insertInto('lab_settings_changes')
    .values({ version, changes: JSON.stringify(changes), created_at: actor.now, created_by_user_id: actor.userId })
    .execute()
  await record(trx, actor, [
    { subject: 'lab_settings', id: version, organizationId: null, event: 'changed', data: { version, changes } },
  ])
}

/** The settings that hold, as answers name them. */
const valuesOf = (row: Row): Record<SettingName, Value> => ({
  registration_fee: toDollars(row.registration_fee_cents),
  seat_price: toDollars(row.seat_cents),
  'tax.state': row.tax_state,
  'tax.rate': Number(row.tax_rate_percent),
  'credit_card.fee': Number(row.credit_card_fee_percent),
  'promotion.enabled': row.promotion_enabled,
  'promotion.text': row.promotion_text,
  'promotion.link': row.promotion_link,
  desktop_download_url: row.desktop_download_url,
  training_url: row.training_url,
  survey_url: row.survey_url,
})

const sentValues = ({ tax, credit_card, promotion, ...body }: LabSettingsBody): Record<SettingName, Value> => ({
  registration_fee: body.registration_fee,
  seat_price: body.seat_price,
  'tax.state': tax.state,
  'tax.rate': tax.rate,
  'credit_card.fee': credit_card.fee,
  'promotion.enabled': promotion.enabled,
  'promotion.text': promotion.text,
  'promotion.link': promotion.link,
  desktop_download_url: body.desktop_download_url,
  training_url: body.training_url,
  survey_url: body.survey_url,
})
