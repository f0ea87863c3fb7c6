import { rxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormChange } from '@archwire/contract/rx-forms/schema.ts'
import { formatDay } from '../../lib/format.ts'
import styles from './change-list.module.css'

const isDay = (field: string) => rxFormFields[field as RxFormName]?.kind === 'day'
const words = (field: string, text: string) => (text !== '' && isDay(field) ? formatDay(text, true) : text)

/** A change of the Rx form, field by field: what stood there, and what stands there now (`rx-form/revisions`). */
export const ChangeList = ({ changes }: { changes: readonly RxFormChange[] }) => (
  <dl className={styles.list}>
    {changes.map(({ field, label, from, to }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd>
          <del>{words(field, from) || 'empty'}</del> <ins>{words(field, to) || 'empty'}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
