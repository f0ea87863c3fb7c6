import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { bothArches, linesOf } from './items.ts'
import plain from '../../ui/plain-table.module.css'
import styles from './requests.module.css'

/** What is printed. A single arch is an exception that is easily overlooked, so it is shown in red. */
export const PrintItems = ({ print }: { print: PrintingRequest }) => (
  <table className={`${plain.table} ${styles.items}`} aria-label="What is printed">
    <thead>
      <tr>
        <th scope="col">Arch</th>
        <th scope="col">Content</th>
        <th scope="col">Insert brackets</th>
      </tr>
    </thead>
    <tbody>
      {linesOf(print.printing_request_items).map(({ arch, contentType, insertBrackets, corrected, inOffice }) => (
        <tr key={[arch, contentType, insertBrackets, corrected, inOffice].join(' ')}>
          <td className={arch === bothArches ? undefined : styles.single}>{labelOf(jaws, arch)}</td>
          <td className={styles.content}>
            {contentType}
            {corrected && <small>Corrected</small>}
            {inOffice && <small>In-office</small>}
          </td>
          <td>{insertBrackets ? 'Yes' : 'No'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
