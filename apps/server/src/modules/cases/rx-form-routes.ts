import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Storage } from '../../services/storage/index.ts'
import { startsCasesHere } from '../organizations/index.ts'
import { sealFormFiles } from '../files/index.ts'
import { markAsReady } from './commands/setup.ts'
import { submit } from './commands/submit.ts'
import { setTechnician } from '../work/index.ts'
import { getCase } from './queries.ts'
import { modificationRules } from '../case-core/index.ts'

/** The Rx form that begins a case, and what moves it. */
export function caseFormRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  const lab = { zone: config.labZone, productionDays: config.productionDays }
  const rxFormReply = async (db: Db, actor: Actor, rxForm: number) =>
    (await getCase(db, actor, storage, { rxForm })).patient.rx_form!
  const submitted = async (db: Db, actor: Actor, id: number) => ({
    rx_form: await rxFormReply(db, actor, id),
    message: 'The case was submitted.',
  })

  serve(rxForms.submit, {
    prepare: ({ db, actor, body }) => sealFormFiles(db, actor, storage, body.organization_id, body),
    handle: async ({ trx, actor, query, body: { organization_id, ...values } }) => {
      const ids = await submit(trx, actor, organization_id, values as RxFormValues, { ...lab, ...query })
      return submitted(trx, actor, ids.rx_form_id)
    },
  })
  serve(rxForms.submitForOrganization, {
    prepare: ({ db, actor, params, body }) => sealFormFiles(db, actor, storage, params.id, body),
    handle: async ({ trx, actor, params, query, body }) => {
      const ids = await submit(trx, actor, params.id, body as RxFormValues, { ...lab, ...query })
      return submitted(trx, actor, ids.rx_form_id)
    },
  })
  serve(rxForms.get, async ({ db, actor, params, logRead }) => {
    const { patient, facts } = await getCase(db, actor, storage, { rxForm: params.id })
    logRead(patient.id)
    const startsHere = startsCasesHere(actor, { id: patient.organization_id })
    return { rx_form: patient.rx_form!, metadata: { modification_rules: startsHere ? modificationRules(facts) : [] } }
  })
  serve(rxForms.markAsReady, async ({ trx, actor, params, body }) => {
    await markAsReady(trx, actor, params.id, body)
    return { rx_form: await rxFormReply(trx, actor, params.id), message: 'The doctor has been notified.' }
  })
  serve(rxForms.managementData, async ({ trx, actor, params, body }) => {
    await setTechnician(trx, actor, params.id, body.assigned_to)
    return { rx_form: await rxFormReply(trx, actor, params.id), message: 'The technician is set.' }
  })
}
