import { licenseSearch } from '@archwire/contract/licenses/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readLicenseSearch = searchOf(licenseSearch)
