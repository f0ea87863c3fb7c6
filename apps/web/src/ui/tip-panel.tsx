import { Tooltip } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Anchor } from './anchor.tsx'

interface Props {
  at: HTMLElement
  label: string
  position: 'top' | 'right'
  onDismiss: () => void
}

/** The words of a `Tip`; Escape and a press elsewhere dismiss them. */
export function TipPanel({ at, label, position, onDismiss }: Props) {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => at.contains(target as Node) || dismiss()
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the words go, not what they are in.
      event.stopPropagation()
      dismiss()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', key)
    }
  }, [at])
  return (
    <Tooltip opened label={label} position={position} multiline maw="min(320px, calc(100vw - 24px))">
      <Anchor at={at} />
    </Tooltip>
  )
}
