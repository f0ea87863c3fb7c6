const controls = 'button, a, input, select, textarea, summary, label'
let pressed: Element | null = null
let focused: Element | null = null

// From the first moment: messages load after the page, and something may have been pressed before.
for (const type of ['pointerdown', 'keydown', 'focusin'])
  globalThis.addEventListener?.(
    type,
    (event) => {
      const { target } = event
      // A message that is touched must not move.
      if (!(target instanceof Element) || target.closest('[data-messages]')) return
      if (type === 'focusin') focused = target
      // Tab presses nothing: it only moves the focus.
      else if (!('key' in event && event.key === 'Tab')) pressed = target.closest(controls) ?? pressed
    },
    true,
  )

/** Outside the messages: the control that was pressed or typed in last, and what got the keyboard focus last. */
export const lastUsed = (): Element[] => [pressed, focused].filter((one) => one !== null)
