import { periodicRules } from '@archwire/contract/client/periodic-rules'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { Page } from '../../ui/page.tsx'
import { useLeave } from './add-rule.tsx'
import { makeRuleForm, RuleFields, sentValue } from './rule-fields.tsx'
import { daysOf, RuleState, signedValue } from './rule-words.tsx'

/** A periodic rule: a form for those who may change it, else its facts (`contracts/who-rules`). */
export function RulePage({ contractId, id }: { contractId: number; id: number }) {
  const { rule } = useSuspenseQuery(query(periodicRules.get, { params: { id } })).data
  const leave = useLeave(contractId)
  // An address that names another subscription is unknown.
  if (rule.contract_id !== contractId) throw notFound()
  return (
    <Page
      title={rule.custom_description}
      above={{ label: 'Subscription', to: `/subscriptions/${contractId}` }}
      badge={<RuleState rule={rule} />}
      subtitle={
        <>
          <span>Periodic rule</span>
          <span translate="no">{nameOf(rule.organization)}</span>
        </>
      }
      actions={rule.can.delete && <DeleteRule rule={rule} onDone={leave} />}
      narrow
    >
      {rule.can.update ? <EditRule rule={rule} onLeave={leave} /> : <RuleFacts rule={rule} />}
      <WhoChanged rule={rule} />
    </Page>
  )
}

function EditRule({ rule, onLeave }: { rule: PeriodicRule; onLeave: () => void }) {
  const { saved, refused, version, ...record } = useRecordForm('periodic rule', rule, makeRuleForm)
  const { form } = record
  const save = useCall(periodicRules.update, {
    onSuccess: (answer) => {
      saved(answer.rule)
      onLeave()
    },
    onError: refused,
  })
  const all = rule.can.update_value
  const submit = () => {
    const { type, value, applied_from, applied_to, ...texts } = form.values()
    // What belongs to another right is not sent: it would be refused, also unchanged (`people/fields`).
    const money = all ? { value: sentValue({ type, value }), applied_from, applied_to } : {}
    const { is_active, custom_description } = texts
    const switched = all || is_active !== rule.is_active ? { is_active } : {}
    save.mutate({
      params: { id: rule.id },
      body: { custom_description, ...switched, ...money, version: version ?? rule.version },
    })
  }
  return (
    <RecordForm {...record} submit="Save" busy={save.isPending} onSubmit={submit} onCancel={onLeave}>
      <RuleFields form={form} may={{ value: all, switchOn: all || rule.is_active }} />
    </RecordForm>
  )
}

const RuleFacts = ({ rule }: { rule: PeriodicRule }) => (
  <DescriptionList
    columns
    items={[
      ['Type', rule.type],
      ['Value', signedValue(rule)],
      ['Days', daysOf(rule)],
      ['Active', rule.is_active ? 'Yes' : 'No'],
    ]}
  />
)

const WhoChanged = ({ rule: { created_at, created_by, updated_at, updated_by } }: { rule: PeriodicRule }) => (
  <DescriptionList
    columns
    items={[
      ['Added', [created_by, formatInstant(created_at)].filter(Boolean).join(', ')],
      ['Last changed', [updated_by, formatInstant(updated_at)].filter(Boolean).join(', ')],
    ]}
  />
)

function DeleteRule({ rule, onDone }: { rule: PeriodicRule; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ActionButton variant="default" color="red.8" why={undefined} onClick={() => setAsking(true)}>
        Delete
      </ActionButton>
      <ConfirmCall
        opened={asking}
        title="Delete this periodic rule?"
        confirm="Delete"
        danger
        route={periodicRules.remove}
        input={{ params: { id: rule.id } }}
        onDone={() => {
          // There is nothing left to save unsaved changes to.
          dropWork(`periodic rule:${rule.id}`)
          onDone()
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          {rule.custom_description}, {signedValue(rule)}, will be on no invoice from now on. Closed invoices keep it.
        </p>
      </ConfirmCall>
    </>
  )
}
