import { patients } from '@archwire/contract/client/patients'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { measurementWords, type Measured } from '@archwire/contract/measurements/words.ts'
import type { Approval } from '@archwire/contract/patients/approval.ts'
import { scanKindLabels } from '@archwire/contract/patient-files/types.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatInstant, formatSize } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { PagePending } from '../../ui/page-states.tsx'
import { ErrorState, Note } from '../../ui/states.tsx'
import styles from './approval-record.module.css'

/** What was approved, as it was then. */
export function ApprovalRecord({ patientId }: { patientId: number }) {
  const { data, error, refetch } = useQuery(query(patients.approval, { params: { id: patientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PagePending />
  if (data.approval === null) return <Note>This case was approved before approvals were sealed.</Note>
  return <Sealed approval={data.approval} />
}

function Sealed({ approval }: { approval: Approval }) {
  const { files, measurements, price } = approval
  return (
    <div className={styles.record}>
      <DescriptionList
        items={[
          [approval.event === 'approved' ? 'Approved' : 'Completed', formatInstant(approval.at)],
          ['By', approval.user_name],
          [
            'Approval stated',
            approval.approved_by &&
              [approval.approved_by, approval.approved_on && formatDay(approval.approved_on, true)]
                .filter(Boolean)
                .join(', '),
          ],
          [
            'Rx form',
            approval.rx_form_version !== null &&
              `Version ${approval.rx_form_version}${approval.rx_form_is_same ? '' : ', changed since'}`,
          ],
          ['Price', price && formatMoney(price.total)],
        ]}
      />
      <section aria-label="Setup">
        <h3>Setup</h3>
        {files.length === 0 && <p>No setup was uploaded to the portal.</p>}
        <ul>
          {files.map(({ id, name, jaws_id, size, sha256 }) => (
            <li key={id}>
              <span>{name}</span>
              <small>
                {labelOf(jaws, jaws_id)} · {formatSize(size)}
              </small>
              <small>
                SHA-256 <CopyText text={sha256} />
              </small>
            </li>
          ))}
        </ul>
      </section>
      {measurements.length > 0 && (
        <section aria-label="Measurements">
          <h3>Measurements</h3>
          <ul>
            {measurements.map((measured, index) => (
              <li key={index}>
                <span>{measurementWords(measured as Measured & { value: number })}</span>
                <small>{scanKindLabels[measured.scan_kind]}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
