import { setupOf } from '../lib/guard.ts'
import type { Session } from '../lib/session.tsx'

/**
 * Why no page of the normal profile can be shown, whatever the address: the organization was lost while the page was
 * open, or its owner has not finished the setup (`organizations/setup-first`). Undefined: the page may be shown.
 */
export function blockReason({ me, organization }: Session): 'lost' | 'setup' | undefined {
  if (me.is_management) return undefined
  if (!organization) return me.organizations.length > 0 ? 'lost' : undefined
  return setupOf(me, organization) === 'theirs' ? 'setup' : undefined
}
