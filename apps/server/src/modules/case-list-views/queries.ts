import type { CaseListView } from '@archwire/contract/case-list-views/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'

/** The caller's views in their order. */
export async function listViews(db: Db, actor: Actor): Promise<CaseListView[]> {
  const { rows } = await sql<{ view: CaseListView }>`
    select jsonb_build_object('id', v.id, 'name', v.name, 'search', v.search, 'columns', to_jsonb(v.columns),
      'position', v.position, 'version', v.version, 'created_at', iso(v.created_at), 'updated_at', iso(v.updated_at)) as view
    from case_list_views v where v.user_id = ${actor.userId} order by v.position, v.id`.execute(db)
  return rows.map(({ view }) => view)
}
