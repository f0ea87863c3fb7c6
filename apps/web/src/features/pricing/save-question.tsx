import type { PriceChange } from '@archwire/contract/pricing/schema.ts'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { PriceChanges } from './price-changes.tsx'

interface Props {
  title: string
  changes: PriceChange['changes']
  none: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Whom it affects. */
  children: ReactNode
}

/** Asks before prices are in force, and names each with what it was. */
export const SaveQuestion = ({ changes, none, children, ...dialog }: Props) => (
  <ConfirmDialog opened confirm="Save" {...dialog}>
    <PriceChanges changes={changes} none={none} />
    {children}
  </ConfirmDialog>
)
