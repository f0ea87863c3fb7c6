import { presentStatus, statusById } from '@archwire/contract/core/statuses.ts'
import { flawedTrayStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { uploadedFor, type CaseFacts } from '../case-core/index.ts'
import type { RequestFacts } from './facts.ts'
import { decideTray } from './tray-policy.ts'

/** A flawed tray as SQL builds it; whose name `created_by` is decides who can read it. */
export type TrayRow = Omit<FlawedTray, 'status' | 'can' | 'why_not'> & { creator_role: UserRole | null }

/** Id and name of a file of the tray `t`; null once it is deleted. */
const fileOf = (column: string): RawBuilder<unknown> => sql`(select jsonb_build_object('id', f.id, 'name', f.name)
    from patient_files f where f.organization_id = t.organization_id and f.id = ${sql.ref(`t.${column}`)} and f.deleted_at is null)`

/** Corrected files that could be given to the tray `t` (`corrections/corrected`). */
const uploadedFiles = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.id desc)
    from patient_files f where f.organization_id = t.organization_id and ${uploadedFor}), '[]'::jsonb)`

/** JSON of the flawed tray `t`, for embedding into a bigger SELECT. */
export const trayJson = sql`jsonb_build_object(
  'id', t.id, 'organization_id', t.organization_id, 'patient_id', t.patient_id, 'customer_request_id', t.customer_request_id,
  'version', t.version, 'status_id', t.status_id, 'arch', t.jaw_type_id, 'print', t.print, 'insert_brackets', t.insert_brackets,
  'expedited_shipping', t.expedited_shipping, 'cause', t.cause, 'remark', t.remark,
  'file_id', t.file_id, 'file', ${fileOf('file_id')}, 'stl_file_id', t.stl_file_id, 'stl_file', ${fileOf('stl_file_id')},
  'corrected_file_id', t.corrected_file_id, 'corrected_file', ${fileOf('corrected_file_id')}, 'corrected_at', iso(t.corrected_at),
  'uploaded_files', case when t.status_id = ${ids(flawedTrayStatuses.awaiting_fix)} then ${uploadedFiles} else '[]'::jsonb end,
  'compare_viewer_id', (select f.viewer_id from patient_files f where f.organization_id = t.organization_id
    and f.id = t.corrected_file_id and f.deleted_at is null),
  'created_by', (select u.full_name from users u where u.id = t.created_by_user_id),
  'creator_role', (select u.role from users u where u.id = t.created_by_user_id),
  'created_at', iso(t.created_at), 'updated_at', iso(t.updated_at))`

/** The flawed trays of the request `cr`: by arch, then the newest first. */
export const traysJson = sql`coalesce((select jsonb_agg(${trayJson} order by t.jaw_type_id, t.id desc) from flawed_trays t
  where t.organization_id = cr.organization_id and t.customer_request_id = cr.id), '[]'::jsonb)`

/** The last corrected file of each arch of the case of the request `cr` (`requests/files`). */
export const correctedFilesJson = sql`coalesce((select jsonb_agg(x order by x.arch) from (
  select distinct on (t.jaw_type_id) t.jaw_type_id as arch, f.id as file_id from flawed_trays t
  join patient_files f on f.organization_id = t.organization_id and f.id = t.corrected_file_id and f.deleted_at is null
  where t.organization_id = cr.organization_id and t.patient_id = cr.patient_id
  order by t.jaw_type_id, t.corrected_at desc, t.id desc) x), '[]'::jsonb)`

/** A flawed tray as this person reads it, with what the person can do with it. */
export function presentTray(
  actor: Actor,
  { creator_role: role, ...row }: TrayRow,
  facts: CaseFacts,
  request: RequestFacts,
): FlawedTray {
  const status = statusById(flawedTrayStatuses, row.status_id)
  return {
    ...row,
    status: presentStatus(flawedTrayStatuses, status),
    created_by: row.created_by && nameOfDoer(actor, { name: row.created_by, role }),
    ...decideTray(actor, facts, request, { status, print: row.print }),
  }
}
