import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { flawedTrayActions, type FlawedTrayAction } from '@archwire/contract/requests/flawed-tray.ts'
import type { FlawedTrayStatus } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { mayWrite, type Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { permit } from '../../kernel/errors.ts'
import { may, type CaseFacts } from '../case-core/index.ts'
import type { RequestFacts } from './facts.ts'
import { atWork, holdsForCase, printBegun, printStarted } from './policy.ts'

/** What each person is allowed to do with a flawed tray, and why not now (docs/product/corrections.md). Pure. */
export interface TrayFacts {
  status: FlawedTrayStatus
  /** Who prints the corrected tray. */
  print: number
}
type Guard = (facts: CaseFacts, request: RequestFacts, tray: TrayFacts, actor: Actor) => string | null

const needs = {
  correct: flawedTrays.corrected.needs,
  remove_corrected: flawedTrays.update.needs,
  edit: flawedTrays.update.needs,
  remove: flawedTrays.remove.needs,
} satisfies Record<Exclude<FlawedTrayAction, 'upload'>, unknown>

/** Anyone who may upload a correction to the case may do so for each tray that waits. */
const mayTray = (actor: Actor, facts: CaseFacts, action: FlawedTrayAction): boolean =>
  action === 'upload'
    ? may.add_correction(actor, facts)
    : mayWrite(actor, facts) && holdsForCase(actor, facts, ...needs[action])

/** A print of the corrected tray that has started is made of its present file. */
const notPrinted: Guard = (_, request, { print }) =>
  print !== assignment.inOffice && printBegun(request) ? printStarted : null

const notCorrected: Guard = (_facts, _request, { status }) =>
  status === 'corrected' ? 'This tray is corrected.' : null

const blockedTray = {
  correct: notCorrected,
  upload: notCorrected,
  remove_corrected: (facts, request, tray, actor) =>
    tray.status === 'awaiting_fix' ? 'This tray has no corrected file.' : notPrinted(facts, request, tray, actor),
  edit: () => null,
  remove: (facts, request, tray, actor) =>
    notPrinted(facts, request, tray, actor) ??
    (request.trays === 1 && request.flawed_work_started
      ? 'Work on this correction has started. Correct the tray, or cancel the request.'
      : null),
} satisfies Record<FlawedTrayAction, Guard>

const reasonOf = (
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  tray: TrayFacts,
  action: FlawedTrayAction,
): string | null => atWork(facts, request, actor) ?? blockedTray[action](facts, request, tray, actor)

/** Everything the actor can do with a flawed tray now, and why not; sent along with it. */
export const decideTray = (
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  tray: TrayFacts,
): Decided<FlawedTrayAction> =>
  decide(
    flawedTrayActions,
    (action) => mayTray(actor, facts, action),
    (action) => reasonOf(actor, facts, request, tray, action),
  )

/** Like `permitRequest`: 403 by policy, then 409 with the button's text. */
export function permitTray(
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  tray: TrayFacts,
  action: FlawedTrayAction,
): void {
  permit(mayTray(actor, facts, action), reasonOf(actor, facts, request, tray, action))
}
