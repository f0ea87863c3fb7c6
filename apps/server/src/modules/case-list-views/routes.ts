import { caseListViews } from '@archwire/contract/case-list-views/routes.ts'
import type { Db } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { createView, deleteView, updateView } from './commands.ts'
import { listViews } from './queries.ts'

/** One's own views of the lab's list; another person's view counts as unknown. */
export function caseListViewRoutes(serve: Serve): void {
  const find = async (db: Db, actor: Actor, id: number) => (await listViews(db, actor)).find((view) => view.id === id)!

  serve(caseListViews.list, async ({ db, actor }) => ({ case_list_views: await listViews(db, actor) }))

  serve(caseListViews.create, async ({ trx, actor, body }) => {
    const id = await createView(trx, actor, body)
    return { case_list_view: await find(trx, actor, id), message: 'The view is saved.' }
  })

  serve(caseListViews.update, async ({ trx, actor, params, body }) => {
    await updateView(trx, actor, params.id, body)
    return { case_list_view: await find(trx, actor, params.id), message: 'The view is saved.' }
  })

  serve(caseListViews.remove, async ({ trx, actor, params }) => {
    await deleteView(trx, actor, params.id)
    return { message: 'The view is deleted.' }
  })
}
