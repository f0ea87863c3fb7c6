import type { CustomerRequest, RequestAction } from '@archwire/contract/requests/schema.ts'
import { offer, type Offer } from '../../lib/offer.ts'

/** How an action on a request is offered. Of duplicates the page says above why nothing can be done. */
export const requestOffer = (request: CustomerRequest, action: RequestAction): Offer | null =>
  offer(request, action, request.status.key === 'pending' && !request.duplicated)
