import type { Meta } from '@archwire/contract/core/paging.ts'
import { firstPageOf } from '@archwire/contract/core/search-keys.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { flawedTrayStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import type { PrintingFile } from '@archwire/contract/patient-files/schema.ts'
import { printingFileSearch } from '@archwire/contract/patient-files/search.ts'
import { bothArches, patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { statusLookup } from '../case-core/index.ts'
import { doctorNamed, patientNamed } from '../case-list/index.ts'

const { ios, stl } = patientFileTypes
const typeNames = JSON.stringify({ [ios.id]: ios.label, [stl.id]: stl.label })

/** A file `pf` with the print `pr` that needs it, beside the ready row `c` of its case. */
const row = sql`jsonb_build_object('id', pf.id, 'original_name', pf.original_name, 'name', pf.name,
  'updated_at', iso(pf.updated_at), 'file_modification_date', iso(pf.file_modification_date), 'kind', pf.kind,
  'jaws_id', pf.jaws_id, 'size', pf.size, 'processing', pf.processing, 'problem', pf.problem,
  'patient', jsonb_build_object('id', c.patient_id, 'full_name', c.row -> 'full_name',
    'case_number_text', c.case_number_text, 'case_code', c.row -> 'case_code', 'numeric_suffix', c.row -> 'numeric_suffix',
    'user', case when c.doctor_id is null then null else jsonb_build_object('full_name', c.row #> '{user,full_name}') end),
  'organization', c.row -> 'organization',
  'patient_file_type', jsonb_build_object('id', pf.patient_file_type_id,
    'name', ${typeNames}::jsonb -> pf.patient_file_type_id::text),
  'printing_request', jsonb_build_object('id', pr.id, 'customer_request_id', pr.customer_request_id,
    'status', ${statusLookup(printingRequestStatuses)} -> pr.status_id::text, 'ship_date', pr.ship_date::text))
  || case when gone.count = 0 then '{}'::jsonb else jsonb_build_object('not_for_arches', gone.arches) end`

const orders = {
  ship_date: sql`pr.ship_date`,
  name: sql`plain(pf.name)`,
  last_name: sql`c.last_name`,
  doctor: sql`c.doctor_name`,
  file_modification_date: sql`pf.file_modification_date`,
  updated_at: sql`pf.updated_at`,
}

/** An item of the print `pr` that the lab makes, and no corrected tray. */
const isItem = sql`exists (select 1 from printing_request_items i where i.organization_id = pr.organization_id
  and i.printing_request_id = pr.id and i.flawed_tray_id is null and i.assignment is null)`
/** An item of the print `pr` is made of the file `pf`. */
const isOfItem = sql`exists (select 1 from printing_request_items i where i.organization_id = pr.organization_id
  and i.printing_request_id = pr.id and i.file_id = pf.id)`

/** The corrected file that trays of the arch `x` are made from now, as `correctedFilesJson` has it; null without one. */
const corrected = sql`(select f.id from flawed_trays t
  join patient_files f on f.organization_id = t.organization_id and f.id = t.corrected_file_id and f.deleted_at is null
  where t.organization_id = pf.organization_id and t.patient_id = pf.patient_id and t.jaw_type_id = x.arch
  order by t.corrected_at desc, t.id desc limit 1)`
/** A tray of the arch `x` waits for its corrected file: what it was made from is flawed. */
const waits = sql`exists (select 1 from flawed_trays t
  join customer_requests q on q.organization_id = t.organization_id and q.id = t.customer_request_id
  where t.organization_id = pf.organization_id and t.patient_id = pf.patient_id and t.jaw_type_id = x.arch
    and t.status_id = ${ids(flawedTrayStatuses.awaiting_fix)} and q.status_id = ${ids(customerRequestStatuses.pending)})`

/**
 * The arches of the file `pf` that are not printed from it: a tray of the arch was corrected with another file, or waits
 * for one. Of a correction no tray of the arch may have been corrected with it: what was uploaded alone may not be good.
 */
const notPrinted = sql`lateral (select coalesce(jsonb_agg(x.arch order by x.arch), '[]') as arches, count(*) as count
  from (values (1), (2)) x(arch) where pf.jaws_id in (x.arch, 3)
    and (${waits} or case when pf.kind = 'correction' then ${corrected} is distinct from pf.id else ${corrected} is not null end))`
const isReplaced = sql`coalesce(gone.count = case pf.jaws_id when ${bothArches} then 2 else 1 end, false)`

/**
 * Setups and corrections, of a case without a setup its IOS files, which then hold it, without those that a correction
 * replaces or that wait for one; of a print whose other items are made in the office only the corrected trays
 * (`corrections/print`).
 */
const isPrintedFrom = sql`(${isOfItem} or ${isItem} and not ${isReplaced} and (pf.kind in ('setup', 'correction') or pf.patient_file_type_id = ${sql.lit(ios.id)}
  and not exists (select 1 from patient_files s where s.organization_id = pf.organization_id and s.patient_id = pf.patient_id
    and s.kind = 'setup' and s.deleted_at is null)))`

/** Another open request of the case blocks its work (`requests/duplicate`). */
const duplicated = sql`exists (select 1 from customer_requests other where other.organization_id = pr.organization_id
  and other.patient_id = pr.patient_id and other.id <> pr.customer_request_id
  and other.status_id = ${ids(customerRequestStatuses.pending)})`

/** The files that the lab prints from now, with their total, in one statement (`requests/printing-files`). */
export async function listPrintingFiles(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof printingFileSearch>,
): Promise<{ patient_files: PrintingFile[]; meta: Meta }> {
  const { rows: files, meta } = await listPage<PrintingFile>(db, search, {
    firstPage: firstPageOf(printingFileSearch),
    from: sql`printing_requests pr
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = pr.organization_id and c.patient_id = pr.patient_id
      join patient_files pf on pf.organization_id = pr.organization_id and pf.patient_id = pr.patient_id
      cross join ${notPrinted} gone`,
    where: [
      sql`pr.status_id in (${ids(printingRequestStatuses.new, printingRequestStatuses.in_progress)})`,
      sql`pr.assignment = ${sql.lit(assignment.ownLab)}`,
      sql`not c.archived and not c.is_on_hold and not ${duplicated}`,
      sql`pf.deleted_at is null`,
      isPrintedFrom,
      ...whenSet(search.chosen_wi_organization_id, (chosen) => sql`pr.organization_id = any(${chosen}::int[])`),
      ...whenSet(search.searchFullNameQuery, doctorNamed),
      ...whenSet(search.patientSearchFullNameQuery, patientNamed),
    ],
    row,
    order: orderBy({ by: search.orderBy ?? 'ship_date', way: search.order ?? 'asc' }, orders, sql`pf.id`),
  })
  return { patient_files: files, meta }
}
