import { pricing } from '@archwire/contract/client/pricing'
import type { PriceListBody } from '@archwire/contract/pricing/bodies.ts'
import { fieldsOf } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceListData } from '@archwire/contract/pricing/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query, useCall } from '../../lib/query.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { Note } from '../../ui/states.tsx'
import { PriceFieldGroups } from './price-form.tsx'
import { fieldsTyped, makeListForm, treeOf, type PriceRecord } from './price-values.ts'
import { PriceVersions } from './price-versions.tsx'
import styles from './pricing.module.css'
import { SaveQuestion } from './save-question.tsx'
import { usePriceForm } from './use-price-form.ts'

/** The lab has one list. */
const recordOf = ({ prices }: PriceListData): PriceRecord => ({
  id: 0,
  version: prices.version,
  fields: fieldsOf(prices as PriceList),
})
const none = 'no price'

/** The lab's price list: every fee, delay and discount, and who set which (`rx-form/prices`). */
export function CustomizeFees() {
  const { data } = useSuspenseQuery(query(pricing.list, {})).data
  const edit = usePriceForm('price list', recordOf(data), makeListForm)
  const save = useCall(pricing.saveList, {
    onSuccess: (answer) => {
      edit.close()
      edit.saved(recordOf(answer.data))
    },
    onError: (error) => {
      edit.close()
      return edit.refused(error)
    },
  })
  const send = () => {
    const prices = treeOf(fieldsTyped(edit.form.values())) as Omit<PriceListBody, 'version'>
    save.mutate({ body: { ...prices, version: edit.version } })
  }
  return (
    <div className={styles.panel}>
      <Note>
        New prices are in force as soon as they are saved. Cases that were already submitted keep their prices.
        {data.prices.invented && ' These prices are invented for the demonstration.'}
      </Note>
      <WhomItMeets data={data} />
      <RecordForm
        {...edit.frame}
        among
        submit="Save"
        busy={save.isPending}
        onSubmit={edit.ask}
        onCancel={edit.frame.takeTheirs}
      >
        <PriceFieldGroups form={edit.form} theirs={edit.theirs} />
      </RecordForm>
      <PriceVersions versions={data.versions} none={none} />
      {edit.asked && (
        <SaveQuestion
          title="Save these prices?"
          changes={edit.asked}
          none={none}
          busy={save.isPending}
          onConfirm={send}
          onClose={edit.close}
        >
          <WhomItMeets data={data} />
          <p>Cases that were already submitted keep their prices.</p>
        </SaveQuestion>
      )}
    </div>
  )
}

/** Whose cases meet the new prices, and who has prices of their own. */
const WhomItMeets = ({ data: { open_drafts, practices_with_own_prices } }: { data: PriceListData }) => (
  <p className={styles.whom}>
    {open_drafts === 0
      ? 'No drafts of cases are open.'
      : open_drafts === 1
        ? '1 draft of a case is open. It will be submitted with the new prices, which the person is asked to confirm.'
        : `${open_drafts} drafts of cases are open. They will be submitted with the new prices, which each person is asked to confirm.`}
    {practices_with_own_prices > 0 &&
      (practices_with_own_prices === 1
        ? ' 1 practice has prices of its own and keeps them.'
        : ` ${practices_with_own_prices} practices have prices of their own and keep them.`)}
  </p>
)
