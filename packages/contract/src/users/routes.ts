import { z } from 'zod'
import { optionalLine } from '../core/fields.ts'
import { pageKeys, Meta } from '../core/paging.ts'
import { get } from '../core/route.ts'
import { sentRoles, userRoles } from '../roles.ts'

const RoleList = z
  .string()
  .max(200)
  .transform((value) => value.split(','))
  .pipe(z.array(z.enum(userRoles)).max(userRoles.length))

export const UserSummary = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  account_number: z.string(),
  roles: z.array(z.strictObject({ name: z.enum(sentRoles), label: z.string() })),
  created_at: z.iso.datetime(),
})
export type UserSummary = z.infer<typeof UserSummary>

export const users = {
  list: get('/users', {
    shows: ['user'],
    summary: 'Find people by name or email and role',
    rules: ['people/found'],
    needs: 'users.view',
    query: z.strictObject({
      ...pageKeys(15),
      /** Part of a name or an email address. */
      searchFullNameEmailQuery: optionalLine(100).optional(),
      /** Roles, a comma list of their names. */
      roles: RoleList.optional(),
      /** Ascending or descending. */
      order: z.enum(['asc', 'desc']).default('asc'),
      /** The column that the rows are ordered by. */
      orderBy: z.enum(['last_name', 'first_name', 'email', 'created_at']).default('last_name'),
    }),
    returns: z.strictObject({ users: z.array(UserSummary), meta: Meta }),
  }),
}
