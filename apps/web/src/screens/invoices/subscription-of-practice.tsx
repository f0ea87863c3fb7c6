import { contracts } from '@archwire/contract/client/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContractState, ShownMethods } from '../../features/contracts/index.ts'
import { mayAddRules } from '../../features/periodic-rules/may-add.ts'
import { RuleList } from '../../features/periodic-rules/rule-list.tsx'
import { useContractOf } from '../../features/organizations/contract-of.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { Section } from '../../ui/page.tsx'

/** For staff, on the page of a practice: the state of its subscription, and for some how it pays (`contracts/methods`). */
export function SubscriptionOfPractice({ organizationId }: { organizationId: number }) {
  const { me } = useSession()
  const id = useContractOf(organizationId)
  const { data } = useQuery({ ...query(contracts.get, { params: { id: id ?? 0 } }), enabled: id !== undefined })
  if (!data) return null
  const { contract } = data
  return (
    <>
      <Section
        title="Subscription"
        actions={
          <Link to="/subscriptions/$id" params={{ id: contract.id }}>
            Details
          </Link>
        }
      >
        <ContractState contract={contract} />
      </Section>
      <RuleList contractId={contract.id} mayAdd={mayAddRules(me, contract.organization)} />
      {contract.payment_methods && <ShownMethods methods={contract.payment_methods} />}
    </>
  )
}
