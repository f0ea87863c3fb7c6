import { listOf } from '../core/list.ts'
import { get } from '../core/route.ts'
import { UserSummary } from './schema.ts'
import { userSearch } from './search.ts'

export const users = {
  list: get('/users', {
    shows: ['user'],
    summary: 'Find people by name or email and role',
    rules: ['people/found'],
    needs: 'users.view',
    ...listOf({ key: 'users', row: UserSummary, search: userSearch, perPage: 15 }),
  }),
}
