import { contractSearch } from '@archwire/contract/contracts/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readContractSearch = searchOf(contractSearch)
