import { labName } from '@archwire/contract/rx-forms/options.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import type { Portal, Settings } from '@archwire/contract/settings/routes.ts'
import type { EditedSettings } from '@archwire/contract/settings/lab-settings.ts'
import { sql, type Selectable } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { DB } from '../../db/schema.gen.ts'
import type { Actor } from '../../kernel/actor.ts'
import { editsSettings } from './policy.ts'

/** The names on pages and papers. */
export const brand = { name: 'Archwire', lab: labName }

/** Settings of the whole lab: the one row of `lab_settings`, and the machine's own settings. */
export async function readSettings(db: Db, actor: Actor, config: Config): Promise<Settings> {
  const edits = editsSettings(actor)
  const { rows } = await sql<Row>`
    select s.*, case when ${edits}::boolean then jsonb_build_object('seat_cents', p.price_cents, 'versions', (
      select coalesce(jsonb_agg(x.row order by x.version desc), '[]') from (
        select c.version, jsonb_build_object('version', c.version, 'created_at', iso(c.created_at), 'changes', c.changes,
          'created_by', case when u.id is not null then jsonb_build_object('id', u.id, 'full_name', u.full_name) end) as row
        from lab_settings_changes c left join users u on u.id = c.created_by_user_id order by c.version desc limit 50) x)) end as edited
    from lab_settings s, products p where p.id = 2`.execute(db)
  const row = rows[0]!
  return {
    credit_card: { fee: Number(row.credit_card_fee_percent) },
    tax: { state: row.tax_state, rate: Number(row.tax_rate_percent) },
    registration_fee: toDollars(row.registration_fee_cents),
    deep_link_scheme: config.deepLinkScheme,
    promotion: { enabled: row.promotion_enabled, text: row.promotion_text, link: row.promotion_link },
    apps: row.apps as { name: string; link: string }[],
    brand,
    lab: {
      time_zone: config.labZone,
      address: linesOf(row.address),
      phone_number: row.phone_number,
    },
    management_idle_minutes: config.session.managementIdleMinutes,
    pushes: config.push !== undefined,
    edited: row.edited && editedOf(row, row.edited),
  }
}

interface Row extends Selectable<DB['lab_settings']> {
  /** Null for those who do not change them. */
  edited: { seat_cents: number; versions: EditedSettings['versions'] } | null
}

const editedOf = (
  { version, desktop_download_url, training_url, survey_url }: Row,
  { seat_cents, versions }: NonNullable<Row['edited']>,
): EditedSettings => ({
  version,
  seat_price: toDollars(seat_cents),
  desktop_download_url,
  training_url,
  survey_url,
  versions,
})

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** The lab's address as papers print it, line by line. */
export async function readLabAddress(db: Db): Promise<string[]> {
  const row = await db.selectFrom('lab_settings').select('address').executeTakeFirstOrThrow()
  return linesOf(row.address)
}

/** What anyone may know: how to reach the lab, and the accounts of a demo (`access/demo`); in production there is none. */
export async function readPortal(db: Db, { mode }: Pick<Config, 'mode'>): Promise<Portal> {
  const { contact_phone: phone, contact_email: email } = await db
    .selectFrom('lab_settings')
    .select(['contact_phone', 'contact_email'])
    .executeTakeFirstOrThrow()
  return { contact: { phone, email }, demo: mode === 'production' ? null : await readDemo(db) }
}

async function readDemo(db: Db): Promise<Portal['demo']> {
  const row = await db
    .selectFrom('demo_data')
    .select(['sign_ins', 'cases_made', 'cases_total', 'finished_at'])
    .where('sign_ins', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...(row.sign_ins as Pick<NonNullable<Portal['demo']>, 'password' | 'doors'>),
    cases: { made: row.cases_made, total: row.cases_total },
    is_complete: row.finished_at !== null,
  }
}
