import type { FigureReply } from '#contract/reports/figures.ts'

/** What a chart draws. */
export interface ChartProps {
  readonly reply: FigureReply
  /** Pixels. */
  readonly width: number
}
