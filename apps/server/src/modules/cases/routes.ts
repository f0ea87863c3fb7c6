import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Invalid } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { sealUploads } from '../files/index.ts'
import { findPractice, startsCasesHere } from '../organizations/index.ts'
import { toggleHold } from './commands/hold.ts'
import { saveNote } from './commands/notes.ts'
import { approve, completeSetup, markAsReady, requestChanges } from './commands/setup.ts'
import { submit } from './commands/submit.ts'
import { saveSteps, setTechnician } from './commands/work.ts'
import { countCases, listCases } from './list.ts'
import { caseHistory, findSimilar, getCase } from './queries.ts'
import { getRequest } from './request-queries.ts'
import { modificationRules } from './rules.ts'

export function caseRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  const zone = config.labZone
  const one = async (db: Db, actor: Actor, id: number, message: string) => ({
    patient: (await getCase(db, actor, storage, { patient: id })).patient,
    message,
  })
  const form = async (db: Db, actor: Actor, rxForm: number) =>
    (await getCase(db, actor, storage, { rxForm })).patient.rx_form!

  serve(patients.list, async ({ db, actor, query, showed }) => {
    const { ids, ...page } = await listCases(db, actor, query, zone)
    showed(...ids)
    return page
  })
  serve(patients.listOfOrganization, async ({ db, actor, params, query, showed }) => {
    const { ids, ...page } = await listCases(db, actor, query, zone, params.id)
    showed(...ids)
    return page
  })
  serve(patients.countsPerStatus, async ({ db, actor, params, query }) => ({
    counts: await countCases(db, actor, params.id, query, zone),
  }))
  serve(patients.checkSimilar, async ({ db, actor, query }) => {
    const practice = await findPractice(db, actor, query.organization_id)
    return { data: await findSimilar(db, actor, practice.id, query) }
  })
  serve(patients.get, async ({ db, actor, params, showed }) => {
    showed(params.id)
    return { patient: (await getCase(db, actor, storage, { patient: params.id })).patient }
  })
  serve(patients.history, async ({ db, actor, params, showed }) => {
    showed(params.id)
    return { history: await caseHistory(db, actor, params.id) }
  })
  serve(patients.approve, async ({ trx, actor, params, body }) => {
    await approve(trx, actor, params.id, body)
    return one(trx, actor, params.id, 'The setup is approved.')
  })
  serve(patients.requestChanges, async ({ trx, actor, params, body }) => {
    await requestChanges(trx, actor, params.id, body, zone)
    return one(trx, actor, params.id, 'Your note went to the technician.')
  })
  serve(patients.completeSetup, async ({ trx, actor, params, body }) => {
    await completeSetup(trx, actor, params.id, { by: body.approved_by, at: body.approved_at, seen: body.seen })
    return one(trx, actor, params.id, 'The setup is completed.')
  })
  serve(patients.toggleHold, async ({ trx, actor, params, body }) => {
    const before = await toggleHold(trx, actor, params.id, body)
    return one(trx, actor, params.id, before.is_on_hold ? 'The case is back in work.' : 'The case is on hold.')
  })
  serve(patients.saveNotes, async ({ trx, actor, params, body }) => {
    await saveNote(trx, actor, params.id, body)
    return one(trx, actor, params.id, 'Notes saved.')
  })

  const sealFiles = async (
    db: Db,
    actor: Actor,
    organizationId: number,
    body: Pick<RxFormValues, 'stl_files' | 'rx_intraoral_photos'>,
  ) => {
    const fields: Record<string, string[]> = {}
    for (const [field, purpose] of [
      ['stl_files', 'scan'],
      ['rx_intraoral_photos', 'photo'],
    ] as const) {
      const problems = await sealUploads(
        db,
        storage,
        actor,
        body[field].map(({ file_path }) => ({ file_path, purpose })),
        organizationId,
      )
      if (problems.size > 0) fields[field] = [...problems.values()]
    }
    if (Object.keys(fields).length > 0) throw new Invalid(fields)
  }
  const lab = { zone, productionDays: config.productionDays }
  const submitted = async (db: Db, actor: Actor, id: number) => ({
    rx_form: await form(db, actor, id),
    message: 'The case was submitted.',
  })
  serve(
    rxForms.submit,
    async ({ trx, actor, body: { organization_id, ...values } }) => {
      const ids = await submit(trx, actor, organization_id, values as RxFormValues, lab)
      return submitted(trx, actor, ids.rx_form_id)
    },
    ({ db, actor, body }) => sealFiles(db, actor, body.organization_id, body),
  )
  serve(
    rxForms.submitForOrganization,
    async ({ trx, actor, params, body }) => {
      const ids = await submit(trx, actor, params.id, body as RxFormValues, lab)
      return submitted(trx, actor, ids.rx_form_id)
    },
    ({ db, actor, params, body }) => sealFiles(db, actor, params.id, body),
  )
  serve(rxForms.get, async ({ db, actor, params, showed }) => {
    const { patient, facts } = await getCase(db, actor, storage, { rxForm: params.id })
    showed(patient.id)
    const mine = startsCasesHere(actor, { id: patient.organization_id })
    return { rx_form: patient.rx_form!, metadata: { modification_rules: mine ? modificationRules(facts) : [] } }
  })
  serve(rxForms.markAsReady, async ({ trx, actor, params, body }) => {
    await markAsReady(trx, actor, params.id, body.seen)
    return { rx_form: await form(trx, actor, params.id), message: 'The doctor has been notified.' }
  })
  serve(rxForms.managementData, async ({ trx, actor, params, body }) => {
    await setTechnician(trx, actor, params.id, body.assigned_to)
    return { rx_form: await form(trx, actor, params.id), message: 'The technician is set.' }
  })

  serve(techWorkflows.saveProcesses, async ({ trx, actor, params, body }) => {
    const facts = await saveSteps(trx, actor, params.id, body)
    const setup = (await getCase(trx, actor, storage, { patient: facts.id })).patient.initial_case_setup
    const workflow = setup?.id === params.id ? setup : (await getRequest(trx, actor, { workflow: params.id })).workflow!
    return { processes: workflow.processes, workflow, message: 'Steps saved.' }
  })
}
