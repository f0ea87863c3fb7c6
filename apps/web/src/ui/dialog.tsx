import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

interface Props {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, main one last. */
  actions: ReactNode
}

/** A dialog for one decision. */
export const Dialog = ({ opened, title, onClose, children, actions }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={460}
    classNames={{ title: styles.title, body: styles.body }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
    <div className={styles.actions}>{actions}</div>
  </Modal>
)

interface ConfirmProps {
  opened: boolean
  title: string
  /** What it will do, and to what. */
  children: ReactNode
  /** The verb. */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ confirm, cancel = 'Cancel', danger, busy, onConfirm, ...dialog }: ConfirmProps) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button variant="default" onClick={dialog.onClose}>
          {cancel}
        </Button>
        <Button color={danger ? 'red.8' : undefined} loading={busy} onClick={onConfirm} data-autofocus>
          {confirm}
        </Button>
      </>
    }
  />
)
