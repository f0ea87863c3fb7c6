import { payments } from '@archwire/contract/client/payments'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { query } from '../../lib/query.ts'
import { heldWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import { MakePrimary, RemoveMethod, RenameMethod } from './method-dialogs.tsx'
import { MethodRow, type MethodAction } from './method-row.tsx'
import { methodName, nextPrimary } from './method-words.ts'
import { NotAvailable, PaymentMethodForm } from './payment-method-form.tsx'
import lines from '../../ui/lines.module.css'
import styles from './payments.module.css'
import { workKey } from './use-method-form.ts'

const title = 'Payment methods'

/** How a practice pays (`billing/payment-methods`): its cards and bank accounts, and what can be done with them. */
export function PaymentMethods({ organizationId }: { organizationId: number }) {
  const answer = useQuery(query(payments.info, { query: { organization_id: organizationId } }))
  const info = answer.data?.payment_info
  if (info) return <Methods key={organizationId} info={info} />
  return (
    <Section title={title}>
      {answer.isError ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : <PartLoading />}
    </Section>
  )
}

/** A form that is open: for a new method, or for one that replaces another. */
type Open = 'new' | PaymentMethod

/** The form that was left unfinished. */
function unfinished({ organization_id, payment_methods }: PaymentInfo): Open | null {
  const isBegun = (replaces?: number) => heldWork(workKey(organization_id, replaces)) !== undefined
  return payment_methods.find(({ id }) => isBegun(id)) ?? (isBegun() ? 'new' : null)
}

function Methods({ info }: { info: PaymentInfo }) {
  const [open, setOpen] = useState(() => unfinished(info))
  const [asked, setAsked] = useState<{ action: MethodAction; method: PaymentMethod } | null>(null)
  const opened = useRef<HTMLDivElement>(null)
  const { payment_methods: methods } = info
  const replaced = open === 'new' || open === null ? undefined : open
  const begin = (next: Open) => {
    setOpen(next)
    // The button that was pressed may be gone.
    requestAnimationFrame(() => opened.current?.querySelector<HTMLElement>('input')?.focus())
  }
  const act = (action: MethodAction, method: PaymentMethod) =>
    action === 'replace' ? begin(method) : setAsked({ action, method })
  const close = () => {
    const section = opened.current?.closest('section')
    setOpen(null)
    // The buttons of the form are gone with it.
    requestAnimationFrame(() => section?.querySelector<HTMLElement>('button:not(:disabled)')?.focus())
  }
  const mayAdd = info.can.update && info.fields !== null
  const add = mayAdd && open === null && (
    <ActionButton size="compact-md" variant="default" why={undefined} onClick={() => begin('new')}>
      Add payment method
    </ActionButton>
  )
  return (
    <Section title={title} actions={methods.length > 0 && add}>
      <div className={styles.methods}>
        {info.fields === null && <NotAvailable />}
        {methods.length > 0 ? (
          <ul className={`${lines.lines} ${styles.list}`} aria-label={title}>
            {methods.map((method) => (
              <MethodRow key={method.id} method={method} info={info} onAct={(action) => act(action, method)} />
            ))}
          </ul>
        ) : (
          open === null && (
            <EmptyState
              title="No payment methods yet."
              text="Add a card or a bank account to pay the lab’s invoices."
              action={add}
            />
          )
        )}
        {open !== null && (
          <div ref={opened} className={styles.opened}>
            <h3>{replaced ? `Replace ${methodName(replaced)}` : 'Add a payment method'}</h3>
            {replaced && (
              <p className={styles.remark}>
                It will be removed once the new one is saved.
                {replaced.is_primary && ' The new one will be the primary payment method.'}
              </p>
            )}
            <PaymentMethodForm
              key={replaced?.id ?? 'new'}
              organizationId={info.organization_id}
              info={info}
              replaces={replaced?.id}
              onSaved={close}
              onCancel={close}
            />
          </div>
        )}
      </div>
      {asked && <Question {...asked} info={info} onClose={() => setAsked(null)} />}
    </Section>
  )
}

interface QuestionProps {
  action: MethodAction
  method: PaymentMethod
  info: PaymentInfo
  onClose: () => void
}

/** The dialog that belongs to an action; it is about the method as it is by now. */
function Question({
  action,
  method,
  info: { payment_methods: methods, needs_password: needsPassword },
  onClose,
}: QuestionProps) {
  const present = methods.find(({ id }) => id === method.id) ?? method
  const props = { method: present, needsPassword, onClose }
  if (action === 'rename') return <RenameMethod method={present} onClose={onClose} />
  if (action === 'primary') return <MakePrimary {...props} />
  return <RemoveMethod {...props} next={nextPrimary(present, methods)} />
}
