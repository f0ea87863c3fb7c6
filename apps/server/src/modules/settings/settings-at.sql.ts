import type { SettingName } from '@archwire/contract/settings/lab-settings.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * What a setting of the lab was at a moment, as text and in the units of answers: what the first save after it found; null:
 * no save changed it since, so that it is what the row says (docs/decisions/139). For embedding into a bigger SELECT.
 */
export const settingBefore = (name: SettingName, at: RawBuilder<unknown>): RawBuilder<string | null> => sql<
  string | null
>`(
  select h.change ->> 'before' from lab_settings_changes g cross join lateral jsonb_array_elements(g.changes) as h(change)
  where g.created_at > ${at} and h.change ->> 'field' = ${name}::text order by g.version limit 1)`
