import { coverages, type Coverage } from '#contract/coverage/choices.ts'
import type { CompanyMove } from '#contract/insurance-companies/shapes.ts'
import type { Context } from '../context.ts'
import { problem } from '../problem.ts'
import { countUses, type CompanyUse } from '../student-periods/index.ts'

/** What a preview showed. */
export interface Expected {
  readonly expected?: { readonly student_periods: number } | undefined
}

/** What moving uses to a company changes, by policy year. */
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

/** @throws Problem 409 with the new preview when what was shown no longer holds */
export const assertPromised = ({ expected }: Expected, move: CompanyMove): void => {
  if (expected && expected.student_periods !== move.student_periods)
    throw problem.stale(move, 'The records have changed since the preview.')
}
