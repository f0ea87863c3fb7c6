import type { FlawCause } from '@archwire/contract/requests/flaw-causes.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { flawedSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { ids } from '../../../db/ids.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, NotFound } from '../../../kernel/errors.ts'
import { conclude, lockCase, permit, setCase, type CaseFacts } from '../../case-core/index.ts'
import { listShippable } from '../../locations/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'

interface ArchInput {
  jaw_type_id: 1 | 2
  ios_file_id: number | null
  is_flawed: boolean
  cause: FlawCause | null
  remark: string
}
interface CorrectionInput {
  patient_id: number
  location_id: number | null
  arches: ArchInput[]
}

/**
 * Requests the correction of trays (`corrections/ask`): they join the one open request of the case, and its work on flawed
 * trays begins anew. Returns the request's id.
 */
export async function requestCorrection(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  input: CorrectionInput,
): Promise<number> {
  const facts = await lockCase(trx, actor.scope, { patient: input.patient_id })
  if (facts.organization_id !== organizationId) throw new NotFound('This case')
  permit(actor, facts, 'request_correction')
  const { request } = await lockRequest(trx, actor.scope, { request: await openRequestOf(trx, facts) })
  const ios = await iosFileOf(trx, facts)
  const flawed = input.arches.filter(({ is_flawed }) => is_flawed)
  flawed.forEach(({ ios_file_id }) => {
    if (ios_file_id !== null && ios_file_id !== ios) throw new Invalid({ arches: ['Invalid IOS file provided'] })
  })
  await checkLocation(trx, actor, facts, input.location_id)
  for (const arch of flawed) await insertTray(trx, actor, facts, request, { ...arch, ios, location: input.location_id })
  await beginFlawedWork(trx, actor, facts, request)
  await setCase(trx, actor, facts, {})
  const arches = flawed.map(({ jaw_type_id }) => labelOf(jaws, jaw_type_id)).join(', ')
  const remarks = flawed.map(({ remark }) => remark.trim()).filter((remark) => remark !== '')
  await conclude(trx, actor, facts, {
    event: 'correction_requested',
    note: [arches, ...new Set(remarks)].join(': '),
    announce: true,
    data: { request_id: request.id, kind: 'flawed_tray' },
  })
  return request.id
}

async function openRequestOf(trx: Trx, facts: CaseFacts): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from customer_requests
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}
      and status_id = ${ids(customerRequestStatuses.pending)}`.execute(trx)
  return rows[0]!.id
}

/** The rules let only a case with exactly one IOS file pass. */
async function iosFileOf(trx: Trx, facts: CaseFacts): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from patient_files
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}
      and patient_file_type_id = ${ids(patientFileTypes.ios)} and deleted_at is null`.execute(trx)
  return rows[0]!.id
}

/** A corrected tray that a lab prints ships there. @throws Invalid */
async function checkLocation(trx: Trx, actor: Actor, facts: CaseFacts, id: number | null): Promise<void> {
  if (id === null) return
  const places = await listShippable(trx, actor, facts.organization_id, null)
  if (!places.some((place) => place.id === id)) throw new Invalid({ location_id: ['Shipping location is missing.'] })
}

/** The setup of the arch is kept with the tray, to compare the corrected file with. */
async function insertTray(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  arch: Pick<ArchInput, 'jaw_type_id' | 'cause' | 'remark'> & { ios: number; location: number | null },
): Promise<void> {
  await sql`
    insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, cause, remark, location_id, file_id,
      stl_file_id, created_by_user_id, created_at, updated_at)
    values (${facts.organization_id}, ${facts.id}, ${request.id}, ${arch.jaw_type_id}, ${arch.cause}, ${arch.remark.trim()},
      ${arch.location}, ${arch.ios}, (
        select s.id from patient_files s where s.organization_id = ${facts.organization_id} and s.patient_id = ${facts.id}
          and s.kind = 'setup' and s.jaws_id in (${arch.jaw_type_id}, 3) and s.deleted_at is null order by s.id desc limit 1),
      ${actor.userId}, ${actor.now}, ${actor.now})`.execute(trx)
}

/** The first trays of a request bring the work on them; further ones, when the former are corrected, begin it again. */
async function beginFlawedWork(trx: Trx, actor: Actor, facts: CaseFacts, request: RequestFacts): Promise<void> {
  const { flawed_workflow_id: workflow } = request
  await sql`update customer_requests set flawed_trays_status_id = ${flawedWorkStatuses.new.id},
      flawed_trays_status_updated_at = ${actor.now}, updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
  if (workflow !== null) {
    await sql`update tech_workflow_processes s set started_at = null, finished_at = null, user_id = null
      where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow}`.execute(trx)
    await sql`update tech_workflows set version = version + 1 where organization_id = ${request.organization_id} and id = ${workflow}`.execute(
      trx,
    )
    return
  }
  await sql`
    with w as (
      insert into tech_workflows (organization_id, patient_id, kind, customer_request_id)
      values (${request.organization_id}, ${facts.id}, 'flawed_tray', ${request.id}) returning id
    )
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select ${request.organization_id}::int, w.id, x.position, 'Flawed', x.process
    from w, unnest(${[...flawedSteps]}::text[]) with ordinality as x(process, position)`.execute(trx)
}
