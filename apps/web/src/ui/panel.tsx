import { Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Anchor } from './anchor.tsx'
import type { DropDownProps } from './drop-down.tsx'
import styles from './drop-down.module.css'

interface Props extends Omit<DropDownProps, 'renderButton' | 'onReach'> {
  /** The button's id. */
  id: string
  at: HTMLElement
}

/** The panel of a `DropDown`. */
export function Panel({ id, at, label, className, pick, opened, children, ...rest }: Props) {
  const [isReady, setReady] = useState(false)
  // Closed at first: as it opens it notes where the focus is, to give it back.
  useEffect(() => queueMicrotask(() => setReady(true)), [])
  return (
    <Popover
      id={id}
      opened={opened && isReady}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
      {...rest}
    >
      <Popover.Target>
        <Anchor at={at} />
      </Popover.Target>
      <Popover.Dropdown className={pick ? styles.pick : className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
