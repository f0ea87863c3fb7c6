import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { scoped } from '../../db/scope.ts'
import { Forbidden } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createUpload } from '../files/index.ts'
import { findPractice, startsCasesHere } from '../organizations/index.ts'
import { listRxForms, readDraft } from './queries.ts'

/** Lists, drafts and upload links; what moves a case is in `cases`. */
export function rxFormRoutes(serve: Serve, storage: Storage): void {
  const practiceToStart = async (...[db, actor, id]: Parameters<typeof findPractice>) => {
    const practice = await findPractice(db, actor, id)
    if (!startsCasesHere(actor, practice)) throw new Forbidden()
    return practice
  }
  /** Drafts and uploads are the beginning of a case; people of a disabled organization read only (decisions §10). */
  const practiceToWrite = async (...[db, actor, id]: Parameters<typeof findPractice>) => {
    const practice = await practiceToStart(db, actor, id)
    if (practice.disabled && !actor.isManagement) throw new Forbidden()
    return practice
  }

  serve(rxForms.list, ({ db, actor, query }) => listRxForms(db, actor, query))
  serve(rxForms.listOfOrganization, ({ db, actor, params, query }) => listRxForms(db, actor, query, params.id))

  serve(rxForms.uploadLink, async ({ db, actor, query: { organization_id, ...wish } }) => {
    const practice = await practiceToWrite(db, actor, organization_id)
    return createUpload(db, storage, actor, { ...wish, organizationId: practice.id, patientId: null })
  })
  serve(rxForms.uploadLinkOfOrganization, async ({ db, actor, params, query }) => {
    const practice = await practiceToWrite(db, actor, params.id)
    return createUpload(db, storage, actor, { ...query, organizationId: practice.id, patientId: null })
  })

  serve(rxForms.getDraft, async ({ db, actor, params }) => {
    const practice = await practiceToStart(db, actor, params.id)
    const draft = await readDraft(db, actor, practice.id)
    return {
      draft: draft ? { data: draft.data as Record<string, unknown>, updated_at: draft.updated_at.toISOString() } : null,
    }
  })
  serve(rxForms.saveDraft, async ({ trx, actor, params, body }) => {
    const practice = await practiceToWrite(trx, actor, params.id)
    await scoped(trx, actor.scope)
      .add('rx_form_drafts')
      .values({
        organization_id: practice.id,
        user_id: actor.userId,
        data: JSON.stringify(body.data),
        updated_at: actor.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'user_id'])
          .doUpdateSet({ data: JSON.stringify(body.data), updated_at: actor.now }),
      )
      .execute()
    return { updated_at: actor.now.toISOString() }
  })
  serve(rxForms.discardDraft, async ({ trx, actor, params }) => {
    const practice = await practiceToWrite(trx, actor, params.id)
    await scoped(trx, actor.scope)
      .remove('rx_form_drafts')
      .where('organization_id', '=', practice.id)
      .where('user_id', '=', actor.userId)
      .execute()
    return { message: 'The draft was discarded.' }
  })
}
