import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import styles from './drop-down.module.css'

/** A panel that opens under its button, takes the keyboard, and gives it back: `Popover.Target` and `Popover.Dropdown` inside. */
export const DropDown = (props: PopoverProps) => (
  <Popover position="bottom-end" shadow="md" trapFocus returnFocus transitionProps={{ duration: 0 }} {...props} />
)

/** The panel of a field that opens a list to pick from (`PickList`). */
export const PickPanel = (props: PopoverDropdownProps) => <Popover.Dropdown className={styles.pick} {...props} />
