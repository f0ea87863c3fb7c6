import { periodicRules } from '@archwire/contract/client/periodic-rules'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useCall } from '../../lib/query.ts'
import { RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { makeRuleForm, RuleFields, sentValue, type RuleValues } from './rule-fields.tsx'

/** Leads back to where the person came from, else to the subscription. */
export function useLeave(contractId: number): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () =>
    canGoBack ? router.history.back() : void router.navigate({ to: '/subscriptions/$id', params: { id: contractId } })
}

/** Adds a periodic rule to a subscription (`contracts/rules`). */
export function AddRule({ contractId, mayAdd = true }: { contractId: number; mayAdd?: boolean }) {
  if (mayAdd) return <NewRule contractId={contractId} />
  return (
    <Page title="Add Periodic Rule" above={{ label: 'Subscription', to: `/subscriptions/${contractId}` }} narrow>
      <EmptyState title="You cannot add periodic rules." text="People who manage rules and invoices add them." />
    </Page>
  )
}

function NewRule({ contractId }: { contractId: number }) {
  const { giveUp, refused, ...record } = useRecordForm<PeriodicRule, RuleValues>(
    `periodic rule of ${contractId}`,
    undefined,
    makeRuleForm,
  )
  const { form } = record
  const leave = useLeave(contractId)
  const add = useCall(periodicRules.create, {
    onSuccess: () => {
      giveUp()
      leave()
    },
    onError: refused,
  })
  const submit = () => {
    const { type, value, ...values } = form.values()
    add.mutate({ body: { ...values, value: sentValue({ type, value }), contract_id: contractId } })
  }
  return (
    <Page title="Add Periodic Rule" above={{ label: 'Subscription', to: `/subscriptions/${contractId}` }} narrow>
      <RecordForm {...record} what="periodic rule" submit="Add" busy={add.isPending} onSubmit={submit} onCancel={leave}>
        <RuleFields form={form} may={{ value: true, switchOn: true }} />
      </RecordForm>
    </Page>
  )
}
