const controls = 'button, a, input, select, textarea, summary, label'
let control: Element | null = null

// From the first moment: messages load after the page, and something may have been pressed before.
for (const event of ['pointerdown', 'keydown'])
  globalThis.addEventListener?.(
    event,
    ({ target }) => {
      if (target instanceof Element) control = target.closest(controls)
    },
    true,
  )

/** The control that was pressed or typed in last. */
export const lastPressed = (): Element | null => control
