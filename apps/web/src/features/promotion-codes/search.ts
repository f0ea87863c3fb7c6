import { promotionCodeSearch } from '@archwire/contract/promotion-codes/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readPromotionCodeSearch = searchOf(promotionCodeSearch)
