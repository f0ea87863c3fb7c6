/** Where the component library stores the person's choice: `light`, `dark` or `auto`. */
const key = 'mantine-color-scheme-value'

/**
 * Shows the page in the scheme chosen in this browser, else in the system's, now and when that changes. The component
 * library does the same where it is loaded; this is for the pages without it.
 */
export function showColorScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const chosen = localStorage.getItem(key)
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  }
  show()
  system.addEventListener('change', show)
}
