import { randomBytes } from 'node:crypto'
import { patientFileTypes, type FileKind } from '@archwire/contract/patient-files/types.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'

/** What of a file and its check decides about its scene. */
interface Checked {
  organization_id: number
  patient_id: number
  patient_file_type_id: number
  kind: FileKind | null
}

/**
 * What a checked file belongs to. A desktop file that turns out to be a readable scan is one of those that were sent in
 * (`scans/desktop-scene`); others are not shown in 3D, and stay without a kind.
 */
export const kindAfterCheck = (
  { kind, patient_file_type_id: type }: Checked,
  meshKey: string | null,
): FileKind | null => (type === patientFileTypes.ios.id && meshKey !== null ? 'submission' : kind)

/**
 * The id of the scene that a checked file joins: all scans of a case, kind and type share one. Desktop files have one of
 * their own: beside the scans that they were made from they would be shown twice.
 */
export const sceneOf = (file: Checked, meshKey: string | null): RawBuilder<unknown> =>
  meshKey && file.kind && file.kind !== 'bite'
    ? sql`coalesce((select s.viewer_id from patient_files s where s.organization_id = ${file.organization_id}
        and s.patient_id = ${file.patient_id} and s.kind = ${file.kind} and s.patient_file_type_id = ${file.patient_file_type_id}
        and s.viewer_id is not null limit 1), ${randomBytes(16).toString('hex')})`
    : sql`null`

/** The name of another scan of this case, kind and type with these triangles: mostly the same file for both arches. */
export async function sameScan(
  trx: Trx,
  file: Checked & { id: number },
  geometryHash: string | null | undefined,
): Promise<string | undefined> {
  if (!geometryHash) return undefined
  const twin = await scoped(trx, labScope)
    .from('patient_files')
    .select('name')
    .where('organization_id', '=', file.organization_id)
    .where('patient_id', '=', file.patient_id)
    .where('kind', '=', file.kind)
    .where('patient_file_type_id', '=', file.patient_file_type_id)
    .where('id', '<>', file.id)
    .where(sql<string>`report ->> 'geometry_hash'`, '=', geometryHash)
    .limit(1)
    .executeTakeFirst()
  return twin?.name
}

/** How a scan is flagged that another one of its case and kind equals. */
export const sameScanAs = (name: string): string => `This is the same scan as ${name}.`
