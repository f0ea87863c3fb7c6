import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { isManagement } from '@archwire/contract/roles.ts'
import type { Db } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'

const detailsOf = (patientId: number): string => `/patient-details/${patientId}`

/** The page on which this person works on a case (`work/case-page`). */
const pageOf = ({ role }: Actor, patientId: number): string =>
  isManagement(role) ? `/patient-workflow/${patientId}` : detailsOf(patientId)

/** The page of a case within reach, archived or not. @throws NotFound */
export async function casePage(db: Db, actor: Actor, id: number): Promise<{ patientId: number; location: string }> {
  const found = await scoped(db, actor.scope)
    .from('patients', { archived: true })
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFound('This case')
  return { patientId: found.id, location: pageOf(actor, found.id) }
}

/** The page of a file's case, with the file marked. @throws NotFound */
export async function filePage(db: Db, actor: Actor, id: number): Promise<{ patientId: number; location: string }> {
  const found = await scoped(db, actor.scope)
    .from('patient_files')
    .select(['id', 'patient_id', 'patient_file_type_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFound('This file')
  const { id: file, patient_id: patientId, patient_file_type_id: type } = found
  // The workflow of a case shows all its files but the photos.
  const page = type === patientFileTypes.photo.id ? detailsOf(patientId) : pageOf(actor, patientId)
  return { patientId, location: `${page}?file=${file}` }
}
