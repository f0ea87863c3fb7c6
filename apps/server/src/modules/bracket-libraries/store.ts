import type { Db } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import type { Storage } from '../../services/storage/index.ts'

/**
 * The job behind a new library: moves its bytes from where they were sealed to the practice's own folder. Until then
 * they are handed out from there. Safe to run twice.
 */
export async function storeLibrary({ db, storage }: { db: Db; storage: Storage }, id: number): Promise<void> {
  const library = await scoped(db, labScope)
    .from('bracket_libraries', { archived: true })
    .select(['id', 'organization_id', 'storage_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  const from = library?.storage_key
  if (!library || !from?.startsWith('sealed/')) return
  const to = `o/${library.organization_id}/l/${from.replace('sealed/u_', '')}`
  await storage.copy(from, to)
  const { numUpdatedRows } = await scoped(db, labScope)
    .update('bracket_libraries')
    .set({ storage_key: to })
    .where('id', '=', id)
    .where('organization_id', '=', library.organization_id)
    .executeTakeFirstOrThrow()
  // Its organization was deleted in the meantime, with what was stored then.
  if (numUpdatedRows === 0n) await storage.remove(to)
}
