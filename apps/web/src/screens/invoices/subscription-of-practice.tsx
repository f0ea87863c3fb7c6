import { contracts } from '@archwire/contract/client/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ContractState, ShownMethods } from '../../features/contracts/index.ts'
import { RuleList } from '../../features/periodic-rules/rule-list.tsx'
import { useContractOf } from '../../features/organizations/contract-of.ts'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'

/** For staff, on the page of a practice: the state of its subscription, and for some how it pays (`contracts/methods`). */
export function SubscriptionOfPractice({ organizationId }: { organizationId: number }) {
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
      <RuleList
        contractId={contract.id}
        closed={contract.organization.is_disabled || contract.organization.is_archived}
      />
      {contract.payment_methods && <ShownMethods methods={contract.payment_methods} />}
    </>
  )
}
