import { onboardingStatuses, type OnboardingStepId } from '@archwire/contract/billing/onboarding.ts'
import { onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import { sql } from 'kysely'
import type { Announcement } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { announceAbout } from '../notifications/index.ts'
import { shownName } from '../organizations/index.ts'
import { stepMail } from './mails.ts'
import { checklistPath, stepMessage } from './notice-words.ts'

interface Announced {
  id: number
  organization_id: number
  status: number
  current_step: OnboardingStepId
  /** When the step that is next became the next one; an ISO moment. */
  next_since: string
  practice: string
  /** It is archived, disabled or suspended. */
  is_closed: boolean
  owners: { name: string; email: string }[]
}

/**
 * The job about an activity that left the practice a step: bell entries for owners and managers, and a mail to owners. Once
 * another step is next, there is nothing left to ask for.
 */
export const announce = announceAbout('onboarding', {
  read: readOnboarding,
  words({ id, at, status, current_step, next_since, practice, is_closed, owners }, { publicUrl }) {
    const waits = status !== onboardingStatuses.completed.id && 'by_practice' in onboardingStep(current_step)
    if (!waits || is_closed || Date.parse(at) !== Date.parse(next_since)) return []
    const link = checklistPath(id)
    return [
      {
        kind: null,
        bell: [{ to: 'managers', message: stepMessage(practice, current_step), link }],
        mail: owners.map(({ name, email }) => ({
          ...stepMail(name, practice, current_step, publicUrl + link),
          to: email,
          kind: 'onboarding.step',
        })),
      },
    ]
  },
})

async function readOnboarding(db: Db, { id }: Announcement): Promise<Announced | undefined> {
  const { rows: found } = await sql<Announced>`
    select n.id, n.organization_id, n.status, n.current_step, ${shownName('o')} as practice,
      iso(coalesce((select d.completed_at from ${rows(labScope, 'onboarding_steps', 'd')}
        where d.organization_id = n.organization_id and d.onboarding_id = n.id and d.step = n.current_step - 1), n.created_at)) as next_since,
      (o.deleted_at is not null or o.disabled_at is not null or o.suspended_at is not null) as is_closed,
      coalesce((select jsonb_agg(jsonb_build_object('name', u.full_name, 'email', u.email) order by u.id)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null), '[]') as owners
    from ${rows(labScope, 'onboardings', 'n')} join organizations o on o.id = n.organization_id where n.id = ${id}`.execute(
    db,
  )
  return found[0]
}
