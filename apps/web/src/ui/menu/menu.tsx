import { ActionIcon, Menu as Library } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { MenuButtonProps } from './menu-button.tsx'

/** The menu of a button that was clicked: it takes the button's place and its focus, and opens. */
export function Menu({ label, icon, items, className, size }: MenuButtonProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Focused before it opens: where the focus was, it returns when the menu closes.
    target.current?.focus()
    queueMicrotask(() => setOpened(true))
  }, [])
  return (
    <Library opened={opened} onChange={setOpened} position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Library.Target>
        <ActionIcon
          ref={target}
          className={className}
          variant="subtle"
          color="gray"
          {...(size === undefined ? {} : { size })}
          aria-label={label}
        >
          {icon}
        </ActionIcon>
      </Library.Target>
      <Library.Dropdown>
        {items.map(({ label: words, icon: sign, after, disabled, apart, ...does }) => {
          const looks = { leftSection: sign, rightSection: after, disabled: disabled === true }
          return (
            <Fragment key={words}>
              {apart && <Library.Divider />}
              {'href' in does ? (
                <Library.Item component="a" href={does.href} target="_blank" rel="noopener noreferrer" {...looks}>
                  {words}
                </Library.Item>
              ) : (
                <Library.Item onClick={does.onClick} {...looks}>
                  {words}
                </Library.Item>
              )}
            </Fragment>
          )
        })}
      </Library.Dropdown>
    </Library>
  )
}
