import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import { formatMoney } from '@archwire/contract/core/money.ts'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { promotionCodeSearch } from '@archwire/contract/promotion-codes/search.ts'
import { promotionCodeTypes } from '@archwire/contract/promotion-codes/types.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Tag } from '../../ui/badges.tsx'
import { actionsColumn } from '../../ui/list/cells.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { SelectChip, TextChip } from '../../ui/list/filter-chips.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useListState, type ListProps } from '../../ui/list/list-state.ts'
import styles from './promotion-codes.module.css'

/** Dialogs, one with a calendar, are larger than the list: they load when opened. */
const PromotionCodeDialog = lazy(() =>
  import('./promotion-code-dialog.tsx').then((loaded) => ({ default: loaded.PromotionCodeDialog })),
)
const RemovePromotionCode = lazy(() =>
  import('./remove-promotion-code.tsx').then((loaded) => ({ default: loaded.RemovePromotionCode })),
)
const pageSizes = [3, 5, 10, 25] as const
const states = [
  { id: 1, label: 'Switched on' },
  { id: 0, label: 'Switched off' },
] as const

/** The lab's promotion codes (`organizations/who-codes`): added, changed and deleted where they are listed. */
export function PromotionCodeList(props: ListProps<typeof promotionCodeSearch>) {
  const list = useListState(promotionCodeSearch, props)
  const answer = useQuery({
    ...query(promotionCodes.list, { query: list.query }),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<'new' | PromotionCode | null>(null)
  const [removing, setRemoving] = useState<PromotionCode | null>(null)
  const rows = answer.data?.promotion_codes
  const edited = open === 'new' || open === null ? undefined : open
  const add = <Button onClick={() => setOpen('new')}>Create Promotion Code</Button>
  return (
    <ListPage
      title="Promotion Codes"
      actions={add}
      list={list}
      answer={answer}
      rows={rows}
      columns={columnsWith(setOpen, setRemoving)}
      pageSizes={pageSizes}
      onOpen={setOpen}
      renderItem={(row) => <CodeItem code={row} onEdit={() => setOpen(row)} onRemove={() => setRemoving(row)} />}
      search={{ key: 'code', placeholder: 'Search by code', delayMs: 500 }}
      resetLabel="Clear Filters"
      noMatch="No promotion code matches."
      empty={{
        title: 'No promotion codes yet.',
        text: 'A code gives a discount on the start-up fee or the monthly fee.',
        action: add,
      }}
      filters={
        <>
          <SelectChip label="Type" options={promotionCodeTypes} {...list.field('promotion_code_type_id')} />
          <TextChip label="Value" amount {...list.field('value')} />
          <SelectChip label="State" options={states} {...list.field('is_active')} />
        </>
      }
    >
      {open !== null && (
        // The input stays although the row leaves the list: another filter, another page, deleted by another person.
        <Suspense>
          <PromotionCodeDialog
            key={edited?.id ?? 'new'}
            code={rows?.find(({ id }) => id === edited?.id) ?? edited}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {removing && (
        <Suspense>
          <RemovePromotionCode code={removing} onClose={() => setRemoving(null)} />
        </Suspense>
      )}
    </ListPage>
  )
}

const worth = ({ value, is_fixed }: PromotionCode): string => (is_fixed ? formatMoney(value) : `${value} %`)
const typeOf = ({ promotion_code_type_id: type }: PromotionCode): string =>
  promotionCodeTypes.find(({ id }) => id === type)!.label
/** "Monthly fee, 2 months". */
const typeAndMonths = (code: PromotionCode): string =>
  code.months === 1 ? typeOf(code) : `${typeOf(code)}, ${code.months} months`
const expiryOf = ({ expires_at }: PromotionCode): string => (expires_at ? formatDay(expires_at, true) : 'Never')

/** Whether it can be used now, in a word. */
const State = ({ code }: { code: PromotionCode }) =>
  !code.is_active ? (
    <Tag>Inactive</Tag>
  ) : code.is_expired ? (
    <Tag tone="red">Expired</Tag>
  ) : (
    <Tag tone="green">Active</Tag>
  )

const columnsWith = (
  edit: (code: PromotionCode) => void,
  remove: (code: PromotionCode) => void,
): Column<PromotionCode>[] => [
  {
    key: 'code',
    label: 'Code',
    orderBy: 'code',
    render: (row) => <span className={styles.code}>{row.code}</span>,
  },
  {
    key: 'value',
    label: 'Value',
    orderBy: 'value',
    width: 130,
    align: 'right',
    render: (row) => <span className="numeric">{worth(row)}</span>,
  },
  { key: 'type', label: 'Type', width: 200, render: typeAndMonths },
  { key: 'state', label: 'State', width: 120, render: (row) => <State code={row} /> },
  { key: 'expires', label: 'Expires', orderBy: 'expires_at', width: 180, from: 'laptop', render: expiryOf },
  actionsColumn('150px', (row) => (
    <span className={styles.actions}>
      <Button size="compact-sm" variant="subtle" onClick={() => edit(row)}>
        Edit
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => remove(row)}>
        Delete
      </Button>
    </span>
  )),
]

const CodeItem = ({ code, onEdit, onRemove }: { code: PromotionCode; onEdit: () => void; onRemove: () => void }) => (
  <span className={styles.item}>
    <span className={styles.head}>
      <span className={styles.code}>{code.code}</span>
      <State code={code} />
    </span>
    <small>
      {worth(code)} off the {typeAndMonths(code).toLowerCase()} · Expires: {expiryOf(code)}
    </small>
    <span className={styles.remove}>
      <Button size="compact-sm" variant="subtle" onClick={onEdit}>
        Edit
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onRemove}>
        Delete
      </Button>
    </span>
  </span>
)
