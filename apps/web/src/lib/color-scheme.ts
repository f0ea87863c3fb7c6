/** Where the component library keeps what a person chose: `light`, `dark` or `auto`. */
const key = 'mantine-color-scheme-value'

/**
 * Shows the page in the scheme that this browser has chosen, else as its system has it, now and when that changes. The
 * component library does the same where it is; this is for the pages without it.
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
