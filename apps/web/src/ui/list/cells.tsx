import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './cells.module.css'
import type { Column } from './data-table.tsx'

interface NameProps {
  /** The row's link, or its name where nothing is opened by it. It is cut last. */
  name: ReactNode
  /** Beside it: in `small` what is never cut, such as a number; tags are cut first. */
  children?: ReactNode
}

/** The cell that names a row. Where rows have two lines, what is beside the name is in the second one. */
export const NameCell = ({ name, children }: NameProps) => (
  <span className={styles.name}>
    {name}
    {children !== undefined && <span className={styles.beside}>{children}</span>}
  </span>
)

interface TextProps {
  children: ReactNode
  /** What belongs to the text: in the same line, or in the second one where rows have two. */
  beside?: ReactNode
}

/** A cell of a text and a lesser one. */
export const TextCell = ({ children, beside }: TextProps) => (
  <span className={styles.text}>
    {children}
    {beside && (
      <small>
        <span className={styles.dot}> · </span>
        {beside}
      </small>
    )}
  </span>
)

/** The last column: the buttons of a row. */
export const actionsColumn = <T,>(width: `${number}px`, render: Column<T>['render']): Column<T> => ({
  key: 'actions',
  label: <span className="visually-hidden">Actions</span>,
  screenOnly: true,
  align: 'right',
  width,
  render,
})

interface RowLinkProps {
  to: string
  /** What a screen reader says: with the name of the row. */
  label?: string
  children: string
}

/** A row's button that opens its page. */
export const RowLink = ({ to, label, children }: RowLinkProps) => (
  <Button component={Link} to={to} size="compact-sm" variant="subtle" aria-label={label}>
    {children}
  </Button>
)
