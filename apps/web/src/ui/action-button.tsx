import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props extends ButtonProps {
  /** Why it cannot be pressed now, in words; undefined when it can. */
  why: string | undefined
  onClick: () => void
  children: ReactNode
}

/** A button of something that the person's role may do: while it is not possible it says why, by pointer, focus and touch. */
export function ActionButton({ why, onClick, ...button }: Props) {
  const id = useId()
  if (why === undefined) return <Button {...button} onClick={onClick} />
  return (
    <>
      <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
        <Button {...button} data-disabled aria-disabled="true" aria-describedby={id} />
      </Tooltip>
      <VisuallyHidden id={id}>{why}</VisuallyHidden>
    </>
  )
}
