import { useRouter } from '@tanstack/react-router'
import { isOwner } from '../../lib/guard.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Note } from '../../ui/states.tsx'
import { WaiveFee } from './waive-fee.tsx'

/** The step of the account setup where the fee is paid. */
const paymentStep = '2'

interface Props {
  organization: { id: number; name: string; account_number: string }
}

/**
 * No case can be started until the start-up fee is settled (`organizations/start-up-fee`): an owner pays it, others read
 * who the owner is, and staff waive it.
 */
export function FeeNotPaid({ organization }: Props) {
  const { me, switchOrganization } = useSession()
  const router = useRouter()
  const mine = me.organizations.find(({ id }) => id === organization.id)
  const isMine = mine !== undefined && isOwner(mine)
  return (
    <Note tone="warning">
      <span>
        Start-up Fee for Organization not paid.
        {mine && !isMine && mine.owner_name && ` ${mine.owner_name} owns ${nameOf(mine)} and has to pay it.`}
      </span>
      {isMine && (
        <ActionButton
          why={undefined}
          size="compact-sm"
          onClick={() => {
            // The setup is that of the organization in which one works.
            switchOrganization(organization.id)
            void router.navigate({ to: '/initial-setup', search: { step: paymentStep } as never })
          }}
        >
          Pay the start-up fee
        </ActionButton>
      )}
      <WaiveFee organization={organization} />
    </Note>
  )
}
