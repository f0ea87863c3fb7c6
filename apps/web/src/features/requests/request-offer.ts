import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import type { CustomerRequest, RequestAction } from '@archwire/contract/requests/schema.ts'
import { offer, type Offer } from '../../lib/offer.ts'

/** How an action on a request is offered. That it is one of two, the page says once above. */
export const requestOffer = (request: CustomerRequest, action: RequestAction): Offer | null =>
  offer(request, action, request.status.key === 'pending' && request.why_not[action] !== duplicateRequests)
