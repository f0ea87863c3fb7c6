import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { figureLink } from '@archwire/contract/figures/links.ts'
import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { FigureLink } from './figure-link.tsx'
import { FigureTable } from './figure-table.tsx'
import { causeText } from './words.ts'

interface Props {
  causes: LabFigures['causes']
  range: DayRange
  today: string
}

/** Cases with a flawed tray, by its cause; a case with trays of two causes is in both rows. */
export const Causes = ({ causes, range, today }: Props) => (
  <FigureTable
    title="Corrections by cause"
    note="Cases with a flawed tray that was reported in this period. A case with two causes is in both rows."
    rowLabel="Cause"
    renderName={({ cause }) => causeText(cause)}
    keyOf={({ cause }) => cause ?? ''}
    rows={causes}
    empty="No tray was reported in this period."
    columns={[
      {
        label: 'Cases',
        bar: ({ cases }) => cases,
        render: ({ cause, cases }) => (
          <FigureLink
            value={cases}
            search={cause === null ? undefined : figureLink('flawed_trays', range, today, { cause })}
            label={causeText(cause)}
          />
        ),
      },
    ]}
  />
)
