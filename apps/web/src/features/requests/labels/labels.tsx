import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import styles from '../requests.module.css'
import type { LabelKind } from './label-sheet.tsx'
import { MarkAsPrinted } from './mark-as-printed.tsx'

/** The drawing of the codes is large and loads with the first label that is opened. */
const LabelDialog = lazy(() => import('./label-dialog.tsx'))

/** The two labels of a print for the lab; without shipping there is no shipping label. */
export function Labels({ request }: { request: CustomerRequest }) {
  const [open, setOpen] = useState<LabelKind | null>(null)
  const print = request.printing_request
  if (!print) return null
  const ships = print.assign_to !== assignment.inOffice && print.location !== null
  const kinds: LabelKind[] = ships ? ['patient', 'shipping'] : ['patient']
  return (
    <ul className={styles.labels}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span>{kind === 'patient' ? 'Patient label' : 'Shipping label'}</span>
          <MarkAsPrinted request={request} kind={kind} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.7} />}
            aria-label={kind === 'patient' ? 'Print the patient label' : 'Print the shipping label'}
            onClick={() => setOpen(kind)}
          >
            Print…
          </Button>
        </li>
      ))}
      {open && (
        <Suspense fallback={null}>
          <LabelDialog request={request} kind={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </ul>
  )
}
