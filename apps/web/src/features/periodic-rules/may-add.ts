import type { PracticeOfContract } from '@archwire/contract/contracts/schema.ts'
import type { z } from 'zod'
import { allowed, type Me } from '../../lib/session.tsx'

/** Whether a person adds rules to the subscription of this practice (`contracts/who-rules`). */
export const mayAddRules = (
  me: Me,
  { is_disabled, is_archived }: Pick<z.infer<typeof PracticeOfContract>, 'is_disabled' | 'is_archived'>,
): boolean =>
  !is_disabled &&
  !is_archived &&
  allowed(me, undefined, 'periodic-rules.manage') &&
  allowed(me, undefined, 'orders.manage')
