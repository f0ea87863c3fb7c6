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
const show = async (message: string, color: string, autoClose: number | false, id = message) => {
  const { notifications } = await library()
  // Said again, it replaces what was said before.
  notifications.hide(id)
  notifications.show({ id, message, color, autoClose, withBorder: true, closeButtonProps: { 'aria-label': 'Close' } })
  // The library waits while the pointer is on it. A finger has no pointer, but a tap leaves one where it was.
  if (autoClose !== false && matchMedia('(hover: none)').matches) {
    clearTimeout(closing.get(id))
    closing.set(
      id,
      setTimeout(() => notifications.hide(id), autoClose),
    )
  }
}
const closing = new Map<string, ReturnType<typeof setTimeout>>()

const hide = (id: string) => void library().then(({ notifications }) => notifications.hide(id))

/** What failed and was not done since. */
const failed = new Set<string>()

/** The shell's live region (read-aloud.tsx). */
export const readAloudId = 'read-aloud'

export const toast = {
  success: (message: string): void => void show(message, 'green', 4000),
  /** Read aloud only: the page itself shows what was done (`screens/messages`). */
  aloud: (message: string): void => {
    const text = new Text(message)
    document.getElementById(readAloudId)?.replaceChildren(text)
    setTimeout(() => text.remove(), 4000)
  },
  info: (message: string): void => void show(message, 'wire', 4000),
  /** @param about what failed, by a name of one's own: its next error takes the place of this one */
  error: (message: string, about?: string): void => {
    if (about) failed.add(about)
    void show(message, 'red', false, about)
  },
  /** It was done after all: its error goes. */
  settled: (about: string): void => {
    if (failed.delete(about)) hide(about)
  },
  /** It is not true any longer: the message goes. */
  outdated: (message: string): void => hide(message),
}
