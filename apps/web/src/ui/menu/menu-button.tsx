import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'

/** A line of a menu: done on a click, or followed in a tab of its own. */
export type MenuItem = {
  label: string
  icon?: ReactNode
  after?: ReactNode
  disabled?: boolean
  /** A line is drawn above it. */
  apart?: boolean
} & ({ onClick: () => void } | { href: string })

export interface MenuButtonProps {
  /** What the button is called. */
  label: string
  icon: ReactNode
  items: readonly MenuItem[]
  className?: string | undefined
  size?: number
}

const load = () => import('./menu.tsx')
const Menu = lazy(async () => ({ default: (await load()).Menu }))
/** What fails here is said by whoever clicks. */
const preload = () => void load().catch(() => {})

/** The button of a menu, which loads once somebody reaches for one: a list has a menu in each row and shows none. */
export function MenuButton(props: MenuButtonProps) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <ActionIcon
      className={props.className}
      variant="subtle"
      color="gray"
      {...(props.size === undefined ? {} : { size: props.size })}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        void load().then(
          () => setWanted(true),
          () => toast.error('The menu could not be loaded. Please check the connection and try again.', 'menu'),
        )
      }}
    >
      {props.icon}
    </ActionIcon>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <Menu {...props} />
    </Suspense>
  )
}
