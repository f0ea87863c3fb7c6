import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOwner } from '../../lib/guard.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Note } from '../../ui/states.tsx'

/** The step of the account setup where the fee is paid. */
const paymentStep = '2'

interface Props {
  organizationId: number
  /** What is not paid. */
  says: string
  /** What others can do about it. */
  children?: ReactNode
}

/** The start-up fee is not paid: an owner is led to where it is paid, others read who the owner is (`billing/bank`). */
export function FeeDue({ organizationId, says, children }: Props) {
  const { me, switchOrganization } = useSession()
  const router = useRouter()
  const mine = me.organizations.find(({ id }) => id === organizationId)
  const isMine = mine !== undefined && isOwner(mine)
  return (
    <Note tone="warning">
      <span>
        {says}
        {mine && !isMine && mine.owner_name && ` ${mine.owner_name} owns ${nameOf(mine)} and has to pay it.`}
      </span>
      {isMine && (
        <ActionButton
          why={undefined}
          size="compact-sm"
          onClick={() => {
            // The setup is that of the organization in which one works.
            switchOrganization(organizationId)
            void router.navigate({ to: '/initial-setup', search: { step: paymentStep } as never })
          }}
        >
          Pay the start-up fee
        </ActionButton>
      )}
      {children}
    </Note>
  )
}
