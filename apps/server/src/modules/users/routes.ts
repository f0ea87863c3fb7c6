import { users } from '@archwire/contract/users/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { listUsers } from './queries.ts'

/** Registers the lab's calls about people. */
export function userRoutes(serve: Serve): void {
  serve(users.list, ({ db, query }) => listUsers(db, query))
}
