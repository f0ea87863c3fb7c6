import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { mayWrite } from '../../kernel/actor.ts'
import { permit } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createUpload } from '../files/index.ts'
import { practiceToStart, whyArchived } from '../organizations/index.ts'
import { discardDraft, restoreDraft, saveDraft } from './commands.ts'
import { listDrafts, listRxForms, readDraft } from './queries.ts'

/** Lists, drafts and upload links; `cases` has the routes that move a case. */
export function rxFormRoutes(serve: Serve, storage: Storage): void {
  /** Drafts and uploads start a case; people of a disabled organization can only read (`organizations/disabled`), and nothing starts in an archived one. */
  const practiceToWrite = async (...[db, actor, id]: Parameters<typeof practiceToStart>) => {
    const practice = await practiceToStart(db, actor, id)
    permit(mayWrite(actor, practice), whyArchived(practice))
    return practice
  }

  serve(rxForms.list, async ({ db, actor, query, logRead }) => {
    const page = await listRxForms(db, actor, query)
    logRead(...page.rx_forms.map((form) => form.patient_id))
    return page
  })
  serve(rxForms.listOfOrganization, async ({ db, actor, params, query, logRead }) => {
    const page = await listRxForms(db, actor, query, params.id)
    logRead(...page.rx_forms.map((form) => form.patient_id))
    return page
  })

  serve(rxForms.uploadLink, async ({ db, actor, query: { organization_id, ...requested } }) => {
    const practice = await practiceToWrite(db, actor, organization_id)
    return createUpload(db, storage, actor, { ...requested, organizationId: practice.id, patientId: null })
  })
  serve(rxForms.uploadLinkOfOrganization, async ({ db, actor, params, query }) => {
    const practice = await practiceToWrite(db, actor, params.id)
    return createUpload(db, storage, actor, { ...query, organizationId: practice.id, patientId: null })
  })

  serve(rxForms.listDrafts, async ({ db, actor, params }) => {
    const practice = await practiceToStart(db, actor, params.id)
    return { drafts: await listDrafts(db, actor, practice.id) }
  })
  serve(rxForms.getDraft, async ({ db, actor, params, query }) => {
    const practice = await practiceToStart(db, actor, params.id)
    return { draft: await readDraft(db, actor, { organizationId: practice.id, key: query.draft }) }
  })
  serve(rxForms.saveDraft, async ({ trx, actor, params, query, body }) => {
    const practice = await practiceToWrite(trx, actor, params.id)
    await saveDraft(trx, actor, { organizationId: practice.id, key: query.draft }, body)
    return { updated_at: actor.now.toISOString() }
  })
  serve(rxForms.discardDraft, async ({ trx, actor, params, query }) => {
    const practice = await practiceToWrite(trx, actor, params.id)
    await discardDraft(trx, actor, { organizationId: practice.id, key: query.draft })
    return { message: 'The draft was discarded.' }
  })
  serve(rxForms.restoreDraft, async ({ trx, actor, params, query }) => {
    const practice = await practiceToWrite(trx, actor, params.id)
    await restoreDraft(trx, actor, { organizationId: practice.id, key: query.draft })
    return { message: 'The draft is back.' }
  })
}
