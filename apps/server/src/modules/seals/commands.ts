import { rxFormEntries } from '@archwire/contract/rx-forms/fields.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CaseFacts } from '../case-core/index.ts'

/** How a setup came to be approved. */
export interface Sealing {
  event: 'approved' | 'setup_completed'
  /** Of the lab's own setup that was completed: who approved, and how, and the day of it. */
  approvedBy: string | null
  approvedOn: string | null
}

const formColumns = rxFormEntries.flatMap(([name, { keptWith, kind }]) => {
  if (keptWith === 'files') return []
  const column = sql.ref(`${keptWith === 'patient' ? 'p' : 'r'}.${name}`)
  return [sql`${sql.lit(name)}, ${kind === 'day' ? sql`${column}::text` : column}`]
})

/** Seals what is approved: the locked case as it is now. In the transaction of the approval. */
export async function sealCase(trx: Trx, actor: Actor, facts: CaseFacts, sealing: Sealing): Promise<void> {
  await sql`
    insert into case_seals (organization_id, patient_id, at, event, user_id, approved_by, approved_on, rx_form_version, form,
      price_list, price_overrides, price_lines, files, measurements)
    select p.organization_id, p.id, ${actor.now}, ${sealing.event}, ${actor.userId}, ${sealing.approvedBy}, ${sealing.approvedOn}::date,
      r.version, case when r.id is not null then jsonb_build_object(${sql.join(formColumns)}) end, r.price_list,
      coalesce(r.price_overrides, 0), r.price_lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'jaws_id', f.jaws_id, 'size', f.size, 'sha256', f.sha256)
          order by f.jaws_id, f.id)
        from patient_files f where f.organization_id = p.organization_id and f.patient_id = p.id and f.kind = 'setup'
          and f.deleted_at is null), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('scan_kind', m.scan_kind, 'kind', m.kind, 'jaw', m.jaw,
          'place', coalesce(to_jsonb(m.arch_place), to_jsonb(m.tooth)), 'points', (select jsonb_agg(jsonb_build_array(t.x, t.y, t.z) order by t.position)
            from measurement_points t where t.organization_id = m.organization_id and t.measurement_id = m.id)) order by m.id)
        from measurements m where m.organization_id = p.organization_id and m.patient_id = p.id and m.deleted_at is null
          and not exists (select 1 from measurement_points t join patient_files f on f.organization_id = t.organization_id and f.id = t.file_id
            where t.organization_id = m.organization_id and t.measurement_id = m.id and f.deleted_at is not null)), '[]')
    from patients p left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    where p.organization_id = ${facts.organization_id} and p.id = ${facts.id}`.execute(trx)
}
