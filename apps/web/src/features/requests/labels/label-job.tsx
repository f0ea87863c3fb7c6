import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { settingsQuery } from '../../../lib/lab-settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LabelDrawing, type LabelSheet } from './label-sheet.tsx'
import styles from './label.module.css'

export interface LabelJobProps {
  title: string
  sheets: readonly LabelSheet[]
  /** Buttons beside Print. */
  actions?: ReactNode
  onClose: () => void
}

/**
 * A preview of labels, and the button that prints all of them as one job, each on a sheet of its own. The printer gets
 * a second drawing that is beside the page and shows on paper only; while the dialog is open the browser's own print
 * command prints the labels, too.
 */
export default function LabelJob({ title, sheets, actions, onClose }: LabelJobProps) {
  const { data, isPending } = useQuery(settingsQuery)
  const drawings = sheets.map((sheet) => (
    <LabelDrawing key={`${sheet.kind} ${sheet.request.id}`} sheet={sheet} lab={data?.settings.lab} />
  ))
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onClick={() => window.print()} disabled={isPending} data-autofocus>
            {sheets.length > 1 ? `Print ${sheets.length} labels` : 'Print'}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>{drawings}</div>
      {createPortal(
        <div className={styles.paper} aria-hidden="true">
          {drawings}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
