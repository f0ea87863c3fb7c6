import type { OldCase } from '@archwire/contract/rx-forms/schema.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Context } from '../../http/serving.ts'
import { isFromPage } from '../../http/session-cookie.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Storage } from '../../services/storage/index.ts'
import { sealFormFiles, sealOldFiles } from '../files/index.ts'
import { listRevisions, readForm } from '../rx-forms/index.ts'
import { addOldCase } from './commands/create.ts'
import { assignSetup } from './commands/assign.ts'
import { cancelCase } from './commands/cancel.ts'
import { modify, readRevisions } from './commands/modify.ts'
import { markAsReady } from './commands/setup.ts'
import { submit } from './commands/submit.ts'
import { requireShownPrices, type ShownPrices } from '../pricing/index.ts'
import { setTechnician } from '../work/index.ts'
import { getCase } from './queries.ts'
import { modificationRules } from '../case-core/index.ts'

interface SubmitCall {
  trx: Trx
  actor: Actor
  query: ShownPrices & Pick<Parameters<typeof submit>[4], 'draft' | 'page' | 'known'>
}

/** The Rx form that starts a case, what changes it, and what moves the case. */
export function caseFormRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  const lab = { zone: config.labZone, productionDays: config.productionDays, printDays: config.printDays }
  const rxFormReply = async (db: Db, actor: Actor, rxForm: number) =>
    (await getCase(db, actor, storage, { rxForm })).patient.rx_form!
  const submitted = async (db: Db, actor: Actor, id: number) => ({
    rx_form: await rxFormReply(db, actor, id),
    message: 'The case was submitted.',
  })

  const requirePrices = ({ actor, request, query }: Pick<Context, 'actor' | 'request'> & { query: ShownPrices }) => {
    if (isFromPage(request)) requireShownPrices(actor, query, 'submit')
  }

  const submitTo = async (organizationId: number, values: RxFormValues, call: SubmitCall) => {
    const ids = await submit(call.trx, call.actor, organizationId, values, { ...lab, ...call.query })
    return submitted(call.trx, call.actor, ids.rx_form_id)
  }

  serve(rxForms.submit, {
    prepare: async (input) => {
      requirePrices(input)
      return sealFormFiles(input.db, input.actor, storage, input.body.organization_id, input.body)
    },
    handle: ({ body: { organization_id, ...values }, ...call }) =>
      submitTo(organization_id, values as RxFormValues, call),
  })
  serve(rxForms.submitForOrganization, {
    prepare: async (input) => {
      requirePrices(input)
      return sealFormFiles(input.db, input.actor, storage, input.params.id, input.body)
    },
    handle: ({ params, body, ...call }) => submitTo(params.id, body as RxFormValues, call),
  })
  const oldCase = async (trx: Trx, actor: Actor, organizationId: number, body: OldCase) => ({
    patient_id: await addOldCase(trx, actor, organizationId, body, config.labZone),
    message: 'The old case was added.',
  })
  serve(rxForms.oldCase, {
    prepare: ({ db, actor, body }) => sealOldFiles(db, actor, storage, body.organization_id, body.ios_files),
    handle: ({ trx, actor, body: { organization_id, ...body } }) => oldCase(trx, actor, organization_id, body),
  })
  serve(rxForms.oldCaseOfOrganization, {
    prepare: ({ db, actor, params, body }) => sealOldFiles(db, actor, storage, params.id, body.ios_files),
    handle: ({ trx, actor, params, body }) => oldCase(trx, actor, params.id, body),
  })
  serve(rxForms.get, async ({ db, actor, params, logRead }) => {
    const { patient, facts } = await getCase(db, actor, storage, { rxForm: params.id })
    logRead(patient.id)
    const { values, version } = await readForm(db, actor.scope, patient.id)
    const metadata = { modification_rules: modificationRules(actor, facts), values: { ...values, version } }
    return { rx_form: patient.rx_form!, metadata }
  })
  const changed = async (trx: Trx, actor: Actor, id: number, sent: object, whole = false) => {
    await modify(trx, actor, id, sent, { ...lab, whole })
    return { rx_form: await rxFormReply(trx, actor, id), message: 'RxForm successfully updated.' }
  }
  serve(rxForms.replace, ({ trx, actor, params, body }) => changed(trx, actor, params.id, body, true))
  serve(rxForms.change, ({ trx, actor, params, body }) => changed(trx, actor, params.id, body))
  serve(rxForms.revisions, async ({ db, actor, params, logRead }) => {
    const { patientId, revisions } = await listRevisions(db, actor, params.id)
    logRead(patientId)
    return { revisions }
  })
  serve(rxForms.revisionsSeen, async ({ trx, actor, params, body }) => {
    await readRevisions(trx, actor, params.id, body.up_to_version)
    return { message: 'Noted.' }
  })
  const canceled = async (trx: Trx, actor: Actor, id: number, reason: string) => {
    await cancelCase(trx, actor, id, reason, config.labZone)
    return { rx_form: await rxFormReply(trx, actor, id), message: 'The case is canceled.' }
  }
  serve(rxForms.cancel, ({ trx, actor, params, body }) => canceled(trx, actor, params.id, body.reason))
  serve(rxForms.remove, ({ trx, actor, params }) => canceled(trx, actor, params.id, 'Deleted'))
  serve(rxForms.markAsReady, async ({ trx, actor, params, body }) => {
    await markAsReady(trx, actor, params.id, body, lab.zone)
    return { rx_form: await rxFormReply(trx, actor, params.id), message: 'The doctor has been notified.' }
  })
  serve(rxForms.assign, async ({ trx, actor, params, body }) => {
    await assignSetup(trx, actor, params.id, body, lab)
    return { rx_form: await rxFormReply(trx, actor, params.id), message: 'The setup is assigned.' }
  })
  serve(rxForms.managementData, async ({ trx, actor, params, body }) => {
    await setTechnician(trx, actor, params.id, body.assigned_to)
    return { rx_form: await rxFormReply(trx, actor, params.id), message: 'The technician is set.' }
  })
}
