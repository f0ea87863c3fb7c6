/** If the connection is lost in a page's first second, messages wait for the toasts rather than be lost. */
async function library() {
  for (;;) {
    const loaded = await import('@mantine/notifications').catch(() => null)
    if (loaded) return loaded
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

/**
 * Toasts: successes disappear by themselves, errors stay until closed (`screens/messages`). The library loads right
 * after the shell.
 */
const show = async (message: string, color: string, autoClose: number | false) => {
  const { notifications } = await library()
  notifications.show({ message, color, autoClose, withBorder: true, closeButtonProps: { 'aria-label': 'Close' } })
}

export const toast = {
  success: (message: string): void => void show(message, 'green', 4000),
  info: (message: string): void => void show(message, 'wire', 4000),
  error: (message: string): void => void show(message, 'red', false),
}
