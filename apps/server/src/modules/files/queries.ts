import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { fileJson, presentFile, type FileRow } from './present.ts'

/** One file of a case as this person reads it; 404 outside the scope. */
export async function getFile(db: Db, actor: Actor, storage: Storage, id: number): Promise<PatientFile> {
  const found = await sql<{ json: FileRow }>`
    select ${fileJson} as json from ${rows(actor.scope, 'patient_files', 'pf')} where pf.id = ${id} and pf.deleted_at is null`.execute(
    db,
  )
  if (!found.rows[0]) throw new NotFound('This file')
  return presentFile(actor, found.rows[0].json, storage)
}
