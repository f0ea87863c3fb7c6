import { organizationSearch } from '@archwire/contract/organizations/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readOrganizationSearch = searchOf(organizationSearch)
