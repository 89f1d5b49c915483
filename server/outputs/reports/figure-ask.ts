import type { FigureQuery } from '#contract/outputs/reports/figures.ts'
import type { selectPeriod } from '#server/platform/db/scope.ts'

/** What a figure is about: a policy year, and the coverage type if it’s about one. */
export interface FigureAsk extends Pick<FigureQuery, 'coverage'> {
  readonly period: Awaited<ReturnType<typeof selectPeriod>>
}
