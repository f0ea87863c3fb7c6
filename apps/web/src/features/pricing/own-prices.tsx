import { pricing } from '@archwire/contract/client/pricing'
import type { OwnPricesBody } from '@archwire/contract/pricing/bodies.ts'
import { fieldsOf } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { Pricing } from '@archwire/contract/pricing/schema.ts'
import { Button } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { query, useCall } from '../../lib/query.ts'
import { heldWork } from '../../lib/unsaved-work.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { nameOfField } from './price-groups.ts'
import { PriceFieldGroups } from './price-form.tsx'
import { changesBetween, makeOwnForm, treeOf, type PriceFields, type PriceRecord } from './price-values.ts'
import { PriceVersions } from './price-versions.tsx'
import { wordPrice } from './price-words.ts'
import styles from './pricing.module.css'
import { SaveQuestion } from './save-question.tsx'
import { usePriceForm } from './use-price-form.ts'

const none = 'the list’s price'
const what = 'practice’s prices'

/** The prices of a practice that are its own. */
function ownOf(organizationId: number, prices: Pricing): PriceRecord {
  const all = fieldsOf(prices as PriceList)
  const own = (prices.own ?? []).map((field) => [field, all[field] ?? null] as const)
  return { id: organizationId, version: prices.overrides ?? 0, fields: Object.fromEntries(own) }
}

interface Props {
  organizationId: number
  /** False while the organization is closed: its prices are only read then. */
  mayChange: boolean
}

/** The prices that the lab agreed with a practice, beside those of its list (`rx-form/own-prices`). */
export function OwnPrices({ organizationId, mayChange }: Props) {
  const params = { id: organizationId }
  const [now, list, versions] = useSuspenseQueries({
    queries: [
      query(pricing.get, { params, query: {} }),
      query(pricing.get, { params, query: { price_overrides: 0 } }),
      query(pricing.own, { params }),
    ],
  })
  const record = ownOf(organizationId, now.data.pricing)
  const listed: PriceFields = fieldsOf(list.data.pricing as PriceList)
  // What was typed and not saved is shown again.
  const [edits, setEdits] = useState(() => heldWork(`${what}:${organizationId}`) !== undefined)
  const place = useRef<HTMLDivElement>(null)
  const closed = useRef(false)
  const onClose = () => {
    closed.current = true
    setEdits(false)
  }
  // The button is there only after the form is gone.
  useEffect(() => {
    if (edits || !closed.current) return
    closed.current = false
    place.current?.querySelector('button')?.focus()
  }, [edits])
  const change = mayChange && !edits && (
    <Button size="compact-md" variant="default" onClick={() => setEdits(true)}>
      Change prices
    </Button>
  )
  return (
    <div ref={place}>
      <Section title="Prices" actions={change}>
        <div className={styles.panel}>
          {edits && mayChange ? (
            <EditOwnPrices record={record} listed={listed} onClose={onClose} />
          ) : (
            <OwnList own={record.fields} listed={listed} />
          )}
          {versions.data.versions.length > 0 && <PriceVersions versions={versions.data.versions} none={none} />}
        </div>
      </Section>
    </div>
  )
}

/** Which prices are the practice's own, each beside the list's. */
function OwnList({ own, listed }: { own: PriceFields; listed: PriceFields }) {
  const fields = changesBetween({}, own).map(({ field, after }) => ({ field, price: after }))
  if (fields.length === 0)
    return <EmptyState title="No prices of its own." text="The practice pays what the lab’s price list says." />
  return (
    <table className={styles.ownList}>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Own</th>
          <th scope="col">List</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, price }) => (
          <tr key={field}>
            <th scope="row">{nameOfField(field)}</th>
            <td className="numeric">{wordPrice(field, price, none)}</td>
            <td className="numeric">{wordPrice(field, listed[field] ?? null, '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface EditProps {
  record: PriceRecord
  listed: PriceFields
  onClose: () => void
}

/** The form of a practice's own prices: an empty field has the list's price. */
function EditOwnPrices({ record, listed, onClose }: EditProps) {
  const edit = usePriceForm(what, record, makeOwnForm)
  const done = () => {
    edit.giveUp()
    onClose()
  }
  const save = useCall(pricing.saveOwn, {
    onSuccess: done,
    onError: (error) => {
      edit.close()
      return edit.refused(error)
    },
  })
  const send = () => {
    // Fields that stay are not sent: they are as someone else may set them.
    const changed = Object.fromEntries((edit.asked ?? []).map(({ field, after }) => [field, after]))
    const prices = treeOf(changed) as Omit<OwnPricesBody, 'overrides'>
    save.mutate({ params: { id: record.id }, body: { ...prices, overrides: edit.version } })
  }
  return (
    <>
      <p className={styles.whom}>
        An empty field has the price of the lab’s list, which it shows. 0.00 is a price, too: nothing is charged.
      </p>
      <RecordForm {...edit.frame} submit="Save" busy={save.isPending} onSubmit={edit.ask} onCancel={done}>
        <PriceFieldGroups form={edit.form} listed={listed} theirs={edit.theirs} />
      </RecordForm>
      {edit.asked && (
        <SaveQuestion
          title="Save the practice’s prices?"
          changes={edit.asked}
          none={none}
          busy={save.isPending}
          onConfirm={send}
          onClose={edit.close}
        >
          <p>
            They are in force at once, also for drafts of cases that are open. Cases that were already submitted keep
            their prices.
          </p>
        </SaveQuestion>
      )}
    </>
  )
}
