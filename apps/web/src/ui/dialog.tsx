import { Button, Modal } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useClosedWhile } from './closed-while.ts'
import styles from './dialog.module.css'
import { useOnce } from './once.ts'

interface Props {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, main one last. */
  actions: ReactNode
  /** Holds what someone typed: a click beside it does not close it. */
  holdsInput?: boolean
  /** Closed by Escape or the cross. */
  onAside?: (() => void) | undefined
}

/** A dialog for one decision. */
export function Dialog({ opened, title, onClose, onAside, children, actions, holdsInput = false }: Props) {
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      onClose={() => {
        onAside?.()
        onClose()
      }}
      title={title}
      closeOnClickOutside={!holdsInput}
      size={460}
      classNames={{ title: styles.title, body: styles.body }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
      <div className={styles.actions}>{actions}</div>
    </Modal>
  )
}

/** A dialog that is taken away while it is open gives the focus back, as one does that closes (`screens/focus`). */
function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () =>
      void setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus()
      })
  }, [opened])
}

interface FormProps {
  opened: boolean
  title: string
  children: ReactNode
  /** The verb on the main button. */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Something else is the better choice. */
  quiet?: boolean
  busy?: boolean
  /** False while something is missing. */
  ready?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Cancel was pressed, which a person decides; Escape and the cross may be a slip. */
  onCancel?: () => void
  onAside?: () => void
}

/** A dialog that requires input before it acts; `focusFirst` of a field sets the initial focus. */
export const FormDialog = (dialog: FormProps) => <Decision {...dialog} holdsInput />

/** Asks before something that cannot be undone; the initial focus is on the main button. */
export const ConfirmDialog = (dialog: Omit<FormProps, 'ready'>) => <Decision {...dialog} beginsOn="confirm" />

/** Asks before words are lost: a key that was pressed twice loses none. */
export const CarefulDialog = (dialog: Omit<FormProps, 'ready'>) => <Decision {...dialog} beginsOn="cancel" />

interface DecisionProps extends FormProps {
  beginsOn?: 'confirm' | 'cancel'
  holdsInput?: boolean
}

function Decision({
  confirm,
  cancel = 'Cancel',
  danger,
  busy,
  ready = true,
  beginsOn,
  quiet,
  onConfirm,
  onCancel,
  children,
  ...dialog
}: DecisionProps) {
  const fields = useClosedWhile(busy === true)
  const act = useOnce(onConfirm, busy)
  const tooSoon = useTooSoon(dialog.opened)
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button
            variant="default"
            data-autofocus={beginsOn === 'cancel' || undefined}
            onClick={() => {
              onCancel?.()
              dialog.onClose()
            }}
          >
            {cancel}
          </Button>
          <Button
            color={danger ? 'red.8' : undefined}
            disabled={!ready}
            loading={busy}
            onClick={act}
            onKeyDown={tooSoon}
            variant={quiet ? 'default' : undefined}
            data-autofocus={beginsOn === 'confirm' || undefined}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div ref={fields} className={styles.inside}>
        {children}
      </div>
    </Dialog>
  )
}

/** A question that opened under a pressed key cannot have been read. */
const readingMs = 500

/** Keeps an Enter that was held, or pressed twice, from answering the question that it opened (`screens/question`). */
function useTooSoon(opened: boolean): (event: KeyboardEvent) => void {
  const openedAt = useRef(0)
  useEffect(() => {
    if (opened) openedAt.current = performance.now()
  }, [opened])
  return (event) => {
    if (event.key === 'Enter' && (event.repeat || performance.now() - openedAt.current < readingMs))
      event.preventDefault()
  }
}
