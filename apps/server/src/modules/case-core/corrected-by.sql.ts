import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { flawedTrayStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/** Who corrects a tray, by the maker of the setup under `alias`, as `correctedBy` of policy.ts (`corrections/work`). */
export const correctedBySql = (alias: 'r' | 'c'): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${alias}.submission_completed_by`)} = ${sql.lit(assignment.thirdParty)}
    then ${sql.lit(assignment.thirdParty)} else ${sql.lit(assignment.ownLab)} end`

/**
 * The file `f` was uploaded for the flawed tray `t` of the same organization, and no tray was corrected with it yet
 * (`corrections/corrected`).
 */
export const uploadedFor: RawBuilder<boolean> = sql<boolean>`(f.patient_id = t.patient_id
  and f.kind = 'correction' and f.jaws_id in (t.jaw_type_id, 3) and f.deleted_at is null and f.created_at >= t.created_at
  and not exists (select 1 from flawed_trays o where o.organization_id = f.organization_id and o.corrected_file_id = f.id))`

/** Whether a tray of the open request of the case `p` waits although a corrected file was uploaded for it (`corrections/waits`). */
export const correctionUploaded: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from flawed_trays t join patient_files f on f.organization_id = t.organization_id and ${uploadedFor}
  where t.organization_id = p.organization_id and t.patient_id = p.id and t.customer_request_id = q.open_request_id
    and t.status_id in (${ids(...openStatuses(flawedTrayStatuses))}))`
