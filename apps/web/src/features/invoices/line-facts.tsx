import { formatMoney } from '@archwire/contract/core/money.ts'
import { Link } from '@tanstack/react-router'
import { useCasePage } from '../case/case-page.ts'
import { formatDay, formatDays } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { feeWords } from './fee-words.ts'
import type { Line } from './invoice-lines.ts'

/** "Price list 3, own prices 2"; undefined for what no list has. */
const pricesOf = ({ price_list, price_overrides }: NonNullable<Line['madeOf']>): string | undefined => {
  if (price_list === null) return undefined
  return price_overrides === 0 ? `Price list ${price_list}` : `Price list ${price_list}, own prices ${price_overrides}`
}

/** Whether there is more to say of a line than itself. */
export const hasFacts = ({ patient, madeOf, day, period }: Line): boolean => Boolean(patient ?? madeOf ?? day ?? period)

/** What a line is made of: case, fee, times, list and own version, who caused it (`billing/line-reasons`). */
export const LineFacts = ({
  line: { patient, madeOf, day, period },
}: {
  line: Pick<Line, 'patient' | 'madeOf' | 'day' | 'period'>
}) => (
  <DescriptionList
    items={[
      ['Case', patient && <CaseLink key="case" id={patient.id} name={patient.name} />],
      ['Fee', madeOf?.fee && feeWords(madeOf.fee)],
      ['Amount', madeOf && `${madeOf.times} × ${formatMoney(madeOf.unit)}`],
      ['Prices', madeOf && pricesOf(madeOf)],
      [
        'Caused by',
        madeOf?.by && (
          <span key="by" translate="no">
            {madeOf.by}
          </span>
        ),
      ],
      ['Counts from', day && formatDay(day, true)],
      ['Days', period && formatDays(period)],
    ]}
  />
)

interface CaseProps {
  /** Null once the case is deleted. */
  id: number | null
  name: string
}

/** A case by its name or number, which leads to its page while there is one. */
export function CaseLink({ id, name }: CaseProps) {
  const pageOf = useCasePage()
  if (id === null) return <span translate="no">{name}</span>
  return (
    <Link {...pageOf(id)} translate="no">
      {name}
    </Link>
  )
}
