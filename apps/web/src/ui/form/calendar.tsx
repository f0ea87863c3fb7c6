import '@mantine/dates/styles.layer.css'
import type { Day } from '@archwire/contract/core/dates.ts'
import { IconCalendar } from '@tabler/icons-react'
import { describedBy, labelId } from './field.tsx'
import styles from './field.module.css'

/** The props of every calendar. */
export interface CalendarProps {
  min?: Day
  max?: Day
  /** The day that is marked as today, on the clock that these days are of; absent: on this device's. */
  today?: Day | undefined
  /** Days that cannot be chosen. */
  excluded?: (day: Day) => boolean
  /** The first day of the visible month. */
  onMonth?: (day: Day) => void
  placeholder?: string
}

/** The field that a calendar opens from. */
export interface CalendarField {
  id: string
  error?: string
  help?: string
}

/** What all our calendars have in common, in a panel and on a page. */
export const commonCalendar = {
  firstDayOfWeek: 0 as const,
  // Their red is too light to be read on white.
  weekendDays: [],
  ariaLabels: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
  highlightToday: true,
  hideOutsideDates: true,
}

/** Appearance and behavior of our calendars, for the library's picker; `begin` is the day with the initial focus. */
export const calendarOf = (
  { id, error, help }: CalendarField,
  { min, max, today, excluded, onMonth, placeholder }: CalendarProps,
  begin: string | null | undefined,
) => ({
  id,
  'aria-labelledby': `${labelId(id)} ${id}`,
  // The library would describe it by texts of its own, which do not exist.
  attributes: { input: { 'aria-describedby': describedBy(id, error, help) } },
  ...commonCalendar,
  leftSection: <IconCalendar size={16} stroke={1.6} />,
  error: error !== undefined,
  placeholder,
  minDate: min,
  maxDate: max,
  excludeDate: excluded,
  onDateChange: onMonth,
  popoverProps: { withRoles: false, shadow: 'md', transitionProps: { duration: 0 }, returnFocus: true },
  classNames: { input: styles.day },
  // The initial focus is on the chosen day, else on the first one that can be chosen.
  getDayProps: (day: string) => ({
    ...(day === (begin ?? min) && { 'data-autofocus': true }),
    ...(today !== undefined && { 'data-today': day === today || undefined }),
  }),
})
