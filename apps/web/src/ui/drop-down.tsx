import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { toast } from '../lib/toast.ts'
import { latePart } from './late-part.ts'

/** What makes a button that of a panel. */
export interface PanelButton {
  ref: RefObject<HTMLButtonElement | null>
  id: string | undefined
  'aria-haspopup': 'dialog' | 'true'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

export interface DropDownProps {
  opened: boolean
  onChange: (opened: boolean) => void
  renderButton: (its: PanelButton) => ReactNode
  /** Called when a person reaches for the button: loads what the panel shows. */
  onReach?: () => void
  position?: 'bottom-start' | 'bottom-end'
  /** What the panel is called. */
  label?: string
  className?: string | undefined
  /** The panel of a field that opens a list to pick from (`PickList`). */
  pick?: boolean
  /** Whether the panel is a dialog; else what is in it says what it is. */
  withRoles?: boolean
  children: ReactNode
}

const panel = latePart(() => import('./panel.tsx'))

/**
 * A panel that opens under its button, takes the keyboard, and gives it back. It loads once a person reaches for the
 * button: most are never opened.
 */
export function DropDown({ renderButton, onReach, ...props }: DropDownProps) {
  const { opened, onChange, withRoles = true } = props
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<HTMLElement | null>(null)
  const fail = useEffectEvent(() => {
    onChange(false)
    toast.error('The panel could not be loaded. Please check the connection and try again.', 'panel')
  })
  useEffect(() => {
    if (!opened) return undefined
    let left = false
    panel.load().then(
      () => left || setAt(target.current),
      () => left || fail(),
    )
    return () => {
      left = true
    }
  }, [opened])
  const reach = () => {
    panel.preload()
    onReach?.()
  }
  return (
    <>
      {renderButton({
        ref: target,
        id: withRoles ? id : undefined,
        'aria-haspopup': withRoles ? 'dialog' : 'true',
        'aria-expanded': opened,
        'aria-controls': withRoles && opened && at ? `${id}-dropdown` : undefined,
        onPointerEnter: reach,
        onFocus: reach,
        onClick: () => onChange(!opened),
      })}
      {at && panel.now && <panel.now.Panel id={id} at={at} {...props} />}
    </>
  )
}
