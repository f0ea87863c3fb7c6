import { requestSearch } from '@archwire/contract/requests/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readRequestSearch = searchOf(requestSearch)
