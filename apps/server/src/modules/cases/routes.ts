import { patients } from '@archwire/contract/patients/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Storage } from '../../services/storage/index.ts'
import { findPractice } from '../organizations/index.ts'
import { setArchived } from './commands/archive.ts'
import { createCase } from './commands/create.ts'
import { correctCase } from './commands/correct.ts'
import { toggleHold } from './commands/hold.ts'
import { noteLook } from './commands/looks.ts'
import { saveNote } from './commands/notes.ts'
import { removeCase } from './commands/remove.ts'
import { approve, completeSetup, requestChanges } from './commands/setup.ts'
import { caseHistory, findSimilar, getCase } from './queries.ts'

/** One case, and what happens to its setup. */
export function caseRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  const zone = config.labZone
  const lab = { zone, productionDays: config.productionDays, printDays: config.printDays }
  const patientReply = async (db: Db, actor: Actor, id: number, message: string) => ({
    patient: (await getCase(db, actor, storage, { patient: id })).patient,
    message,
  })

  serve(patients.checkSimilar, async ({ db, actor, query }) => {
    const practice = await findPractice(db, actor, query.organization_id)
    return { data: await findSimilar(db, actor, practice.id, query) }
  })
  serve(patients.create, async ({ trx, actor, body }) =>
    patientReply(trx, actor, await createCase(trx, actor, body, lab), 'The case is created.'),
  )
  serve(patients.get, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return { patient: (await getCase(db, actor, storage, { patient: params.id })).patient }
  })
  serve(patients.history, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return { history: await caseHistory(db, actor, params.id) }
  })
  serve(patients.update, async ({ trx, actor, params, body }) => {
    await correctCase(trx, actor, params.id, body)
    return patientReply(trx, actor, params.id, 'The case is saved.')
  })
  serve(patients.archive, async ({ trx, actor, params }) => {
    await setArchived(trx, actor, params.id, true)
    return patientReply(trx, actor, params.id, 'The case is archived.')
  })
  serve(patients.restore, async ({ trx, actor, params }) => {
    await setArchived(trx, actor, params.id, false)
    return patientReply(trx, actor, params.id, 'The case is restored.')
  })
  serve(patients.remove, async ({ trx, actor, params, body }) => {
    await removeCase(trx, actor, params.id, body.full_name)
    return { message: 'The case is deleted.' }
  })
  serve(patients.approve, async ({ trx, actor, params, body }) => {
    await approve(trx, actor, params.id, body)
    return patientReply(trx, actor, params.id, 'The setup is approved.')
  })
  serve(patients.setupShown, async ({ trx, actor, params, body }) => {
    await noteLook(trx, actor, params.id, body.seen)
    return { setup_shown: true }
  })
  serve(patients.requestChanges, async ({ trx, actor, params, body }) => {
    await requestChanges(trx, actor, params.id, body, zone)
    return patientReply(trx, actor, params.id, 'Your note went to the technician.')
  })
  serve(patients.completeSetup, async ({ trx, actor, params, body }) => {
    await completeSetup(trx, actor, params.id, { by: body.approved_by, at: body.approved_at, seen: body.seen }, zone)
    return patientReply(trx, actor, params.id, 'The setup is completed.')
  })
  serve(patients.toggleHold, async ({ trx, actor, params, body }) => {
    const held = await toggleHold(trx, actor, params.id, body)
    return patientReply(trx, actor, params.id, held ? 'The case is on hold.' : 'The case is no longer on hold.')
  })
  serve(patients.saveNotes, async ({ trx, actor, params, body }) => {
    await saveNote(trx, actor, params.id, body)
    return patientReply(trx, actor, params.id, 'Notes saved.')
  })
}
