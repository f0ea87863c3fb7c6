import { isTimeZone, timeZones } from '@archwire/contract/core/time-zones.ts'
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { DropDown } from '../../ui/drop-down.tsx'
import { Field, type FieldProps } from '../../ui/form/field.tsx'
import type { KeysOf } from '../../ui/form/store.ts'
import { useChoice } from '../../ui/form/use-choice.ts'
import { FoundNote } from '../../ui/found-note.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import styles from './account.module.css'

/** So many are listed at once; typing finds the others. */
const listed = 50

/** How a time zone is written for people: "America/Los Angeles". */
const labelOf = (zone: string): string => zone.replaceAll('_', ' ')

/** The time zones that contain every typed word, and how many more there are than are listed. */
export function zonesWith(text: string, zones: readonly string[]): { found: string[]; more: number } {
  const words = text.toLowerCase().split(/\s+/)
  const fitting = zones.filter((zone) => words.every((word) => labelOf(zone).toLowerCase().includes(word)))
  return { found: fitting.slice(0, listed), more: Math.max(0, fitting.length - listed) }
}

const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the field says below itself: that the device's zone was not stored at the sign-in, where it is unknown. */
export const zoneHelp = (chosen: string | null): string =>
  chosen === null && !isTimeZone(deviceZone())
    ? `This device’s time zone, ${deviceZone()}, is unknown here. Choose one: all times that you see are shown in it.`
    : 'All times that you see here are shown in this time zone.'

/** All time zones, the chosen one first, then that of this device, by whatever names they have. */
const zonesFor = (chosen: string): string[] => [
  ...new Set([...(chosen === '' ? [] : [chosen]), deviceZone(), ...timeZones()]),
]

/** One time zone of all, found by typing. */
export function TimeZoneField<V extends object, K extends KeysOf<V, string>>(props: FieldProps<V, K>) {
  const { form, name, onChange, ...field } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const [opened, setOpened] = useState(false)
  const chosen = value as string
  const label = chosen === '' ? 'Choose…' : labelOf(chosen)
  return (
    <Field {...field} id={id} error={error} group>
      <DropDown
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        pick
        renderButton={(its) => (
          <Button
            {...its}
            variant="default"
            className={styles.zone}
            justify="space-between"
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            aria-label={`${field.label}: ${label}`}
          >
            {label}
          </Button>
        )}
      >
        <Zones
          chosen={chosen}
          onPick={(zone) => {
            choose(zone as V[K])
            setOpened(false)
          }}
        />
      </DropDown>
    </Field>
  )
}

function Zones({ chosen, onPick }: { chosen: string; onPick: (zone: string) => void }) {
  const [text, setText] = useState('')
  const zones = useMemo(() => zonesFor(chosen), [chosen])
  const { found, more } = zonesWith(text.trim(), zones)
  return (
    <PickList
      label="Time zones"
      options={found.map((zone) => ({ key: zone, label: labelOf(zone), chosen: zone === chosen }))}
      onPick={({ key }) => onPick(key)}
      search={{ value: text, onChange: setText, placeholder: 'Search by region or city' }}
    >
      <FoundNote shown={found.length} more={more} none="No time zone matches." />
    </PickList>
  )
}
