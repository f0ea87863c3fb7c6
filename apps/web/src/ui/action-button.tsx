import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props extends ButtonProps {
  /** Why it cannot be pressed now, in words; undefined when it can. */
  why: string | undefined
  onClick: () => void
  children: ReactNode
}

/**
 * A button of something that the person's role may do: while it is not possible it says why, by pointer, focus and touch. It
 * stays the same button when that changes, so that the focus stays on it.
 */
export function ActionButton({ why, onClick, ...button }: Props) {
  const id = useId()
  const blocked = why !== undefined && {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': id,
  }
  return (
    <>
      <Tooltip
        label={why}
        disabled={why === undefined}
        multiline
        maw="min(320px, calc(100vw - 24px))"
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button {...button} {...blocked} onClick={why === undefined ? onClick : undefined} />
      </Tooltip>
      {why !== undefined && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
    </>
  )
}
