import { userSearch } from '@archwire/contract/users/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readUserSearch = searchOf(userSearch)
