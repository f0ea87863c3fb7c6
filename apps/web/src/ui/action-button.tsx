import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useId } from 'react'
import { usePageActions } from '../lib/page-actions.ts'
import { Tip } from './tip.tsx'

interface Props extends ButtonProps {
  /** Why it cannot be pressed now, as text; undefined when it can. */
  why: string | undefined
  onClick: () => void
  /** Its words in the command palette, where its own say too little without the page around them. */
  command?: string
  children: string
}

/**
 * A button of an action that the person's role may do: while it is not possible it shows why, by pointer, focus and
 * touch. It stays the same element when that changes, so that it keeps the focus. The command palette offers it, too.
 */
export function ActionButton({ why, onClick, command, ...button }: Props) {
  const id = useId()
  const isBusy = button.loading === true
  usePageActions([
    { label: command ?? button.children, why: why ?? (isBusy ? 'Please wait.' : undefined), run: onClick },
  ])
  const blocked = why !== undefined && {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': id,
  }
  return (
    <>
      <Tip label={why} focus touch>
        <Button {...button} {...blocked} onClick={why === undefined ? onClick : undefined} />
      </Tip>
      {why !== undefined && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
    </>
  )
}
