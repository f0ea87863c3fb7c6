import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import type { CustomerRequest, RequestAction } from '@archwire/contract/requests/schema.ts'
import { offer, type Offer } from '../../lib/offer.ts'

/** How an action on a request is offered. The page shows once, above, that there are duplicates. */
export const requestOffer = (request: CustomerRequest, action: RequestAction): Offer | null =>
  offer(request, action, request.status.key === 'pending' && request.why_not[action] !== duplicateRequests)
