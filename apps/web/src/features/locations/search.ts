import { locationSearch } from '@archwire/contract/locations/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readLocationSearch = searchOf(locationSearch)
