import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { DemoPeople } from './people.ts'

/** The demo's prices, in cents. They are invented, and Start A Case says so. */
export const demoPrices: Omit<PriceList, 'version'> = {
  invented: true,
  arch: {
    software: 1500,
    initial_case_setup: 4500,
    print: 1200,
    insert_brackets: 1800,
    rush_case: 0,
    root_integration: 2000,
    export_with_guides: 1000,
    export_with_brackets: 2500,
    export_tray: 1000,
    export_aligner_models: 1000,
    tray_design: 1500,
  },
  shipping_fees: { express: 1800, urgent: 3500, lightspeed: 6000, international: 7500 },
  settings: { delay_case_charging: 5, delay_payment_processing: 3, flat_monthly: 9900 },
  arch_volume_discounts: [
    { volume: 20, discount: 5 },
    { volume: 50, discount: 10 },
    { volume: 100, discount: 15 },
  ],
  rx_forms: {
    pvs_or_stone_model: {
      full_digital_model: { one_arch: 2200, both_arches: 3800 },
      semi_finish: { one_arch: 1600, both_arches: 2800 },
      rough: { one_arch: 1000, both_arches: 1800 },
      digital_storage_only: { one_arch: 500, both_arches: 800 },
    },
    intra_oral_scan: {
      clean_up: { one_arch: 1000, both_arches: 1600 },
      clean_up_and_base: { one_arch: 1400, both_arches: 2400 },
      digital_storage_only: { one_arch: 400, both_arches: 600 },
    },
    '3d_printed_study': {
      horseshoe: { one_arch: 1400, both_arches: 2400 },
      palate_lingual: { one_arch: 1400, both_arches: 2400 },
      low_profile_base: { one_arch: 1800, both_arches: 3000 },
      full_profile_base: { one_arch: 2000, both_arches: 3400 },
    },
    misc: {
      addon: {
        analysis_report: 1500,
        double_occlusal_view: 500,
        return_stone_models: 1200,
        return_impression_trays: 800,
        convert_to_stl: 300,
      },
      rx_form: { rush_case: 5000 },
    },
  },
}

/** Longer ago than anything of the demo was made. */
const before = sql`now() - interval '300 days'`

/** Adds the demo's price list, which has held for longer than its practices are with the lab. */
export async function makePrices(db: Db): Promise<void> {
  await sql`insert into price_lists (prices, created_at) values (${JSON.stringify(demoPrices)}::jsonb, ${before})`.execute(
    db,
  )
}

/** What one practice of the demo pays instead, in cents; as invented as the list. */
export const ownPrices: PriceOverrides['fields'] = {
  'arch.initial_case_setup': 4000,
  'arch.insert_brackets': 0,
  'shipping_fees.express': 1250,
  'rx_forms.intra_oral_scan.clean_up.both_arches': 1200,
  'rx_forms.misc.rx_form.rush_case': 3500,
}

/** Gives Juniper Lane Orthodontics prices of its own (`rx-form/own-prices`). */
export async function makeOwnPrices(db: Db, { users, organizations }: DemoPeople): Promise<void> {
  await sql`
    insert into price_overrides (organization_id, version, field, value, created_by, created_at)
    select ${organizations.get('juniper')!}, 1, f.key, f.value, ${users.get('admin')!}, ${before}
    from jsonb_each(${JSON.stringify(ownPrices)}::jsonb) f`.execute(db)
}
