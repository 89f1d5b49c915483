import { coverages, type Coverage } from '#contract/coverage/choices.ts'
import { waitingWaivers } from '#contract/coverage/status-groups.ts'
import { waiverFileKinds, type FileKind } from '#contract/documents/choices.ts'

type Statuses = Readonly<Partial<Record<`${Coverage}_status`, string | null>>>

const waiting: ReadonlySet<unknown> = new Set(waitingWaivers)

/** Whether a waiver of any line waits to be decided. */
export const isWaiverWaiting = (statuses: Statuses): boolean =>
  coverages.some((coverage) => waiting.has(statuses[`${coverage}_status`]))

/** What a waiver that waits lacks, given the kinds of documents that stand. Nothing where none waits. */
export const missingKinds = (statuses: Statuses, kinds: readonly string[]): FileKind[] =>
  isWaiverWaiting(statuses) ? waiverFileKinds.filter((kind) => !kinds.includes(kind)) : []
