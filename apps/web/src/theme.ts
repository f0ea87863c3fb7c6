import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Primary blue: white on shade 6 has a contrast of 5.6, shade 4 on the dark page 6.3. */
const wire: MantineColorsTuple = [
  '#eef4fe',
  '#dbe7fc',
  '#b9d1f9',
  '#92b7f6',
  '#6fa0f4',
  '#4380e8',
  '#1f63d6',
  '#1a57bf',
  '#164aa3',
  '#113a80',
]

/** Cool neutrals, so that the stone color of the models is the only warm thing on a screen. */
const dark: MantineColorsTuple = [
  '#dbe0e8',
  '#b4bcc9',
  '#929cac',
  '#606a7a',
  '#3b4350',
  '#303744',
  '#262c37',
  '#1a1f27',
  '#14181f',
  '#0f1217',
]
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e6e9ee',
  '#d8dde4',
  '#c5ccd6',
  '#98a2b1',
  '#626c7b',
  '#47505d',
  '#303741',
  '#1c2129',
]

export const theme = createTheme({
  primaryColor: 'wire',
  primaryShade: { light: 6, dark: 6 },
  colors: { wire, dark, gray },
  black: '#1b2029',
  fontFamily: 'Inter, "Segoe UI", -apple-system, BlinkMacSystemFont, Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '9px', lg: '14px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, classNames: { loader: 'button-loader' } },
    // Its placeholder is a child that a menu may not have; the focus goes to the first item instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 120 } } },
  },
})

/** Text colors that keep a contrast of 4.5 on the page and on hovered rows, in both schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-font-size-md': '14px' },
  light: {
    '--mantine-color-dimmed': '#5b6574',
    '--mantine-color-placeholder': '#6a7482',
    '--mantine-color-error': '#c02626',
    '--page': '#ffffff',
    '--panel': '#f7f8fa',
    '--line': '#e3e7ec',
    '--row-hover': '#f4f7fc',
    '--row-active': '#e9f1fe',
    '--glow': '#fff3c4',
  },
  dark: {
    '--mantine-color-dimmed': '#98a2b3',
    '--mantine-color-placeholder': '#8994a5',
    '--mantine-color-error': '#ff8f8f',
    '--page': '#1a1f27',
    '--panel': '#20262f',
    '--line': '#323a47',
    '--row-hover': '#222935',
    '--row-active': '#25344d',
    '--glow': '#4a4322',
  },
})
