import { onboardingSearch } from '@archwire/contract/onboardings/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readOnboardingSearch = searchOf(onboardingSearch)
