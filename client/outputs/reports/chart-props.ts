import type { FigureReply } from '#contract/outputs/reports/figures.ts'
import type { FigurePlace } from './rows-link.tsx'

/** What a chart draws. */
export interface ChartProps {
  readonly reply: FigureReply
  readonly place: FigurePlace
  /** Pixels. */
  readonly width: number
}
