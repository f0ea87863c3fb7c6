import { CaseListViewBody } from '@archwire/contract/case-list-views/schema.ts'
import type { Db } from '../db/client.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { createView } from '../modules/case-list-views/index.ts'
import type { DemoPeople } from './people.ts'

/** What a technician comes back to: rush cases, and prints that are to be packed. */
const views = [
  {
    name: 'Rush, oldest first',
    search: 'filter[rush_case_only]=1&order=asc&orderBy=created_at',
    columns: ['practice', 'doctor', 'step', 'tech', 'ship', 'created'],
  },
  {
    name: 'To be packed',
    search: 'filter[request_step]=Post%20Print%20QA,Ship%20QA,Ship&requestTypeStatus=printing_request.2',
  },
]

/** Saves two views of the list for the first technician. */
export async function makeCaseListViews(db: Db, { users }: DemoPeople): Promise<void> {
  const tech = actorOf((await readUser(db, users.get('tech')!))!, { id: null, address: '' })
  await db.transaction().execute(async (trx) => {
    for (const view of views) await createView(trx, tech, CaseListViewBody.parse(view))
  })
}
