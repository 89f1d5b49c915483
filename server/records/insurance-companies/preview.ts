import { coverages, type Coverage } from '#contract/setup/coverage/choices.ts'
import type { CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { countUses, type CompanyUse } from '#server/records/student-periods/index.ts'

/** The counts in a preview. */
export interface Expected {
  readonly expected?: { readonly student_periods: number } | undefined
}

/** Returns what a merge or match would change, by policy year. */
export const previewMove = async (
  context: Context,
  use: CompanyUse,
  into: { readonly id: number; readonly name: string },
): Promise<CompanyMove> => {
  const periods = await countUses(context, use)
  const sum = (quantity: (period: (typeof periods)[number]) => number): number =>
    periods.reduce((total, period) => total + quantity(period), 0)
  const all = (coverage: Coverage): number => sum(({ lines }) => lines[coverage])
  const [medical, dental, vision] = coverages.map(all)
  return {
    into: { id: into.id, name: into.name },
    student_periods: sum(({ student_periods }) => student_periods),
    lines: { medical: medical ?? 0, dental: dental ?? 0, vision: vision ?? 0 },
    periods,
    gained: [],
  }
}

/** Checks that the preview is current. @throws Problem 409 with the new preview */
export const assertPreviewCurrent = ({ expected }: Expected, move: CompanyMove): void => {
  if (expected && expected.student_periods !== move.student_periods)
    throw problem.stale(move, 'Some records changed after the preview.')
}
