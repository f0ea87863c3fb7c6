import { Popover, type PopoverProps } from '@mantine/core'

/** A panel that opens under its button, takes the keyboard, and gives it back: `Popover.Target` and `Popover.Dropdown` inside. */
export const DropDown = (props: PopoverProps) => (
  <Popover position="bottom-end" shadow="md" trapFocus returnFocus transitionProps={{ duration: 0 }} {...props} />
)
