import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { waitingWaivers } from '#contract/platform/coverage/status-groups.ts'
import { waiverFileKinds, type FileKind } from '#contract/platform/record/file-kinds.ts'

type Statuses = Readonly<Partial<Record<`${Coverage}_status`, string | null>>>

const waiting: ReadonlySet<unknown> = new Set(waitingWaivers)

/** Returns whether a waiver of any coverage type is pending. */
export const hasPendingWaiver = (statuses: Statuses): boolean =>
  coverages.some((coverage) => waiting.has(statuses[`${coverage}_status`]))

/**
 * Returns what a pending waiver is missing, given the types of the current documents. Empty if no waiver is
 * pending.
 */
export const missingKinds = (statuses: Statuses, kinds: readonly string[]): FileKind[] =>
  hasPendingWaiver(statuses) ? waiverFileKinds.filter((kind) => !kinds.includes(kind)) : []
