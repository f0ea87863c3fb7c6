import { paymentDifferenceSearch } from '@archwire/contract/payment-differences/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readPaymentDifferenceSearch = searchOf(paymentDifferenceSearch)
