let title = ''
let unread = 0

const show = () => void (document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title)

/** The page's name in the browser's tab (`screens/tabs`). */
export function nameTab(name: string): void {
  title = name
  show()
}

/** How many notices are unread, before the page's name. */
export function countInTab(count: number): void {
  unread = count
  show()
}
