import { contracts } from '@archwire/contract/client/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  Attempts,
  CloseInvoice,
  ContractFacts,
  ContractState,
  listPath,
  ShownMethods,
  Suspension,
} from '../../features/contracts/index.ts'
import { AllInvoices, CurrentInvoice } from '../../features/invoices/index.ts'
import { Credits } from '../../features/credits/credits.tsx'
import { mayAddRules } from '../../features/periodic-rules/may-add.ts'
import { RuleList } from '../../features/periodic-rules/rule-list.tsx'
import { query } from '../../lib/query.ts'
import { nameOf, numberBeside, useSession } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { Page, Section } from '../../ui/page.tsx'

/** The subscription of a practice: its days and state, its invoices, and every try to charge them (`contracts/page`). */
export function SubscriptionPage({ id }: { id: number }) {
  const { contract } = useSuspenseQuery(query(contracts.get, { params: { id } })).data
  const { organization, payment_methods: methods } = contract
  const { me } = useSession()
  return (
    <Page
      title={nameOf(organization)}
      above={{ label: 'Subscriptions', to: listPath }}
      badge={
        <>
          <ContractState contract={contract} />
          {organization.is_disabled && <Tag>Disabled</Tag>}
          {organization.is_archived && <Tag>Archived</Tag>}
        </>
      }
      subtitle={
        <>
          <span>Subscription</span>
          {numberBeside(organization) && (
            <span className="numeric" translate="no">
              {organization.account_number}
            </span>
          )}
        </>
      }
      actions={
        <>
          <Suspension contract={contract} />
          <CloseInvoice contract={contract} />
        </>
      }
      narrow
    >
      <Section title="Information">
        <ContractFacts contract={contract} />
      </Section>
      <CurrentInvoice organizationId={organization.id} />
      <AllInvoices organizationId={organization.id} />
      <RuleList contractId={id} mayAdd={mayAddRules(me, organization)} />
      <Credits organizationId={organization.id} />
      <Attempts attempts={contract.attempts} />
      {methods && <ShownMethods methods={methods} />}
    </Page>
  )
}
