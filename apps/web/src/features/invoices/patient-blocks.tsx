import { caseCode } from '@archwire/contract/billing/paper.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { partsOf, type Block } from './block-lines.ts'
import { InvoiceRows, type OnRemove } from './invoice-rows.tsx'
import { CaseLink } from './line-facts.tsx'
import styles from './invoice-paper.module.css'

/** Up to so many blocks are open at first; of more, each is a line until it is opened. */
const mostOpen = 10

interface Props {
  blocks: readonly Block[]
  onRemove: OnRemove
}

/** The cases of an invoice, a block each (`billing/layouts`). */
export const PatientBlocks = ({ blocks, onRemove }: Props) => (
  <ul className={styles.blocks} aria-label="Patients">
    {blocks.map((block) => (
      <PatientBlock key={block.case_number} block={block} opened={blocks.length <= mostOpen} onRemove={onRemove} />
    ))}
  </ul>
)

interface BlockProps extends Omit<Props, 'blocks'> {
  block: Block
  opened: boolean
}

/** A case: its name and total, and behind them what it is and what it costs. Folded, its lines are not drawn. */
function PatientBlock({ block, opened, onRemove }: BlockProps) {
  const [open, setOpen] = useState(opened)
  return (
    <li>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            <strong translate="no">{block.patient_name}</strong>
            <small translate="no">
              {[block.case_number_text, caseCode(block.case_number), block.doctor_name].filter(Boolean).join(' · ')}
            </small>
          </span>
          <strong className="numeric">{formatMoney(block.total)}</strong>
        </summary>
        {open && <BlockBody block={block} onRemove={onRemove} />}
      </details>
    </li>
  )
}

const BlockBody = ({ block, onRemove }: Omit<BlockProps, 'opened'>) => (
  <div className={styles.block}>
    <DescriptionList
      columns
      items={[
        [
          'Patient',
          <span key="patient" translate="no">
            {block.patient_name}
          </span>,
        ],
        [
          'Doctor',
          <span key="doctor" translate="no">
            {block.doctor_name}
          </span>,
        ],
        ['Case', <CaseLink key="case" id={block.patient_id} name={caseCode(block.case_number)} />],
        [
          'Case number',
          block.case_number_text && (
            <span key="number" translate="no">
              {block.case_number_text}
            </span>
          ),
        ],
        ['Impression', block.impression_type],
        ['Created', formatDay(block.creation_date, true)],
      ]}
    />
    <table className={styles.paper}>
      <caption className="visually-hidden">What the case of {block.patient_name} costs</caption>
      {partsOf(block).map(({ title, sum, lines }) => (
        <tbody key={title}>
          <tr className={styles.part}>
            <th scope="rowgroup">{title}</th>
            <td className="numeric">{formatMoney(sum)}</td>
          </tr>
          <InvoiceRows lines={lines} onRemove={onRemove} />
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className="numeric">{formatMoney(block.total)}</td>
        </tr>
      </tfoot>
    </table>
  </div>
)
